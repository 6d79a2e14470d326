// WebAssembly can only round to nearest.
#pragma once

#define _MM_ROUND_NEAREST 0
#define _MM_ROUND_DOWN 1
#define _MM_ROUND_UP 2
#define _MM_ROUND_TOWARD_ZERO 3
#define _MM_GET_ROUNDING_MODE() _MM_ROUND_NEAREST

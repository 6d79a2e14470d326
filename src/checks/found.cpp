#include "checks/found.h"

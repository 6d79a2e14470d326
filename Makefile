# The newcomer's commands. CMake does the work; CMakePresets.json has the build types.
.PHONY: all configure setup demo web web-test vsix test nightly bench fuzz soak format check-format tidy tidy-changed asan clean install package
BUILD := build
JOBS ?= $(shell nproc)
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo)

all: configure
	@cmake --build $(BUILD) -j $(JOBS)

configure: setup
	@cmake --preset release >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log

setup:
	@tools/setup

# Runs examples/mandelbrot through Intel's OpenCL driver on Eugene or, where that is not installed (Debian 13), through
# Mesa's; leaves mandelbrot.png. Installs and builds less than `make`, which adds the rest to the same directory.
demo:
	@tools/setup --demo
	@cmake --preset demo >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log
	@cmake --build $(BUILD) -j $(JOBS) --target eugene mandelbrot vector_add kernel
	$(BUILD)/eugene run --stats -- $(BUILD)/examples/mandelbrot mandelbrot.png

# The page in the browser (docs/web.md): build/web, for any server of files; and its tests in Chromium.
web:
	@tools/setup --web
	@cmake -G Ninja -S web -B build-web -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/web/wasm.cmake -DEUGENE_WEB_OUTPUT=$(CURDIR)/$(BUILD)/web >/dev/null
	@cmake --build build-web -j $(JOBS)

# The extension for VS Code (docs/editor.md).
vsix:
	@mkdir -p $(BUILD)
	@tools/make-vsix $(BUILD)/eugene.vsix

web-test: web
	@tests/web/web_test.py $(BUILD)/web --eugene $(BUILD)/eugene

test: all
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

# What takes too long for every change. First two more builds: each file by itself, which shows includes that are missing,
# and the unit tests under AddressSanitizer and UndefinedBehaviorSanitizer. Then a million random instructions of each
# generation compiled, with AVX-512 where the host has it and for AVX2, against the interpreter, and as many in launches,
# with every way to stop, on one worker and on four; hundreds of random OpenCL kernels; clients of the kernel's interface
# that fork, close and end under way; suites of other people's programs, interpreted, by default and compiled, against
# PoCL (EUGENE_CTS names a build of OpenCL-CTS, EUGENE_NPM a directory with npm's `webgpu`, `deno` and DuckDB, which Debian
# does not have); the kernels that Oclgrind tests its checks with (EUGENE_OCLGRIND names `tests/kernels` of its sources). Last the packages, in fresh roots of both releases, and the image of the container recipe.
nightly: all
	@tools/setup --nightly
	@cmake --preset plain && cmake --build build-plain -j $(JOBS)
	@cmake --preset asan && cmake --build build-asan -j $(JOBS) --target unit_tests
	@ctest --test-dir build-asan --output-on-failure -R '^unit\.' -j $(JOBS)
	EUGENE_RANDOM_INSTRUCTIONS=1000000 $(BUILD)/tests/test_jit --gtest_filter='*RandomProgram*:*RandomLaunch*'
	EUGENE_RANDOM_KERNELS=10000 $(BUILD)/tests/test_gpu --gtest_filter='RandomChecks*'
	EUGENE_RANDOM_ACCESSES=1000000 $(BUILD)/tests/test_checks --gtest_filter='Races.OfRandom*'
	@cmake --build $(BUILD) --target random_kernels
	@cmake --build $(BUILD) --target stress
	@cmake --build $(BUILD) --target preempted_kernels
	$(BUILD)/eugene run --no-cache -- $(BUILD)/tests/system/long_and_short 30000000
	tests/system/roundtrip_test.py $(BUILD)/eugene tests/system/kernels --all
	tests/system/machines_test.py $(BUILD)/eugene tests/system/kernels --all
	tests/system/visa_pages_test.py $(BUILD)/eugene --cases 5000
	tests/system/visa_pages_test.py $(BUILD)/eugene --cases 5000 --seed 2 --jit
	tests/system/visa_random_test.py $(BUILD)/eugene --programs 2500 --seed 1000
	tests/system/visa_random_test.py $(BUILD)/eugene --programs 500 --seed 1000 --uniform
	tests/system/visa_vector_compiler_test.py $(BUILD)/eugene --rounds 20
	tests/system/visa_verdicts_test.py $(BUILD)/eugene tests/unit/visa/every_form.visaasm --count 10000
	tests/system/trace_readers_test.py $(BUILD)/eugene
	@tests/programs/programs_test.py $(BUILD)/eugene
	@tests/programs/oclgrind_test.py $(BUILD)/eugene
	@$(MAKE) package
	@$(AS_ROOT) tests/packages/packages_test $(BUILD)/examples
	@$(AS_ROOT) tests/packages/image_test $(BUILD)/examples --tar build-package/eugene-*-linux-x86_64.tar.xz

# A .deb for this release of Debian and a tar.xz for every distribution, in build-package.
package:
	@tools/setup --package
	@tools/package

bench: all
	@cmake --build $(BUILD) -j $(JOBS) --target benchmarks
	@bench/run $(BUILD)
	@bench/run $(BUILD) --peer pocl --host-cpu native,x86-64-v3
	@bench/tiers $(BUILD)
	@bench/cold $(BUILD) --host-cpu native,x86-64-v3
	@bench/compile $(BUILD)
	@bench/text $(BUILD)
	@bench/traces $(BUILD)
	@bench/python $(BUILD)

# Ten minutes a target unless FUZZ_SECONDS says otherwise; findings are left in build-fuzz/findings.
fuzz:
	@tools/setup --develop
	@cmake --preset fuzz && cmake --build build-fuzz -j $(JOBS)
	@tests/fuzz/run build-fuzz $(or $(FUZZ_SECONDS),600)

# Every fuzz target for an hour, with the JIT and under AddressSanitizer and UndefinedBehaviorSanitizer: a night. Corpora
# stay in CORPUS, and what they add to tests/fuzz/seeds is to be committed.
soak:
	@tools/setup --develop
	@cmake --preset fuzz && cmake --build build-fuzz -j $(JOBS)
	@tests/fuzz/soak --build build-fuzz --corpus $(or $(CORPUS),fuzz-corpus) --seconds $(or $(SOAK_SECONDS),3600) --jobs $(JOBS) $(TARGETS)

asan:
	@tools/setup --develop
	@cmake --preset asan && cmake --build build-asan -j $(JOBS)
	@ctest --test-dir build-asan --output-on-failure

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i

# Says what `make format` would change.
check-format: setup
	@git ls-files '*.cpp' '*.h' | xargs -P $(JOBS) -n 64 clang-format --dry-run -Werror

# Reads the sources as the fuzz build's compiler, clang, does; without the JIT, so without its callers too.
tidy:
	@tools/setup --develop
	@tools/tidy $$(git ls-files 'src/*.cpp')

# The same of what the last commit changed, as far as it takes a minute, where clang-tidy is installed.
tidy-changed:
	@tools/tidy --seconds 60 --if-installed $$(git diff --name-only --diff-filter=d HEAD^ -- 'src/*.cpp')

install: all
	@cmake --install $(BUILD)

clean:
	@rm -rf $(BUILD) build-debug build-asan build-fuzz build-plain build-tidy build-web

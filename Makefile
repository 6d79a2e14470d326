# The newcomer's commands. CMake does the work; CMakePresets.json has the build types.
.PHONY: all help configure setup demo web web-test vsix test nightly bench fuzz soak format check-format tidy tidy-changed asan clean install uninstall package
BUILD := build
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
CLANG_FORMAT ?= clang-format-19
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo)

all: configure ## installs what the build needs, and builds everything in build/
	@cmake --build $(BUILD) -j $(JOBS)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22
	@echo 'Variables: JOBS=N (default: one for each processor), PREFIX=DIR (install), FUZZ_SECONDS=N, SOAK_SECONDS=N, CORPUS=DIR.'

configure: setup
	@cmake --preset release >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log

setup: ## installs what is needed, as packages of Debian (tools/setup has parts of it)
	@tools/setup

# Runs examples/mandelbrot through Intel's OpenCL driver on Eugene or, where that is not installed (Debian 13), through
# Mesa's; leaves mandelbrot.png. Installs and builds less than `make`, which adds the rest to the same directory.
demo: ## builds what runs programs and three examples, and renders a picture on the GPU
	@tools/setup --demo
	@cmake --preset demo >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log
	@cmake --build $(BUILD) -j $(JOBS) --target eugene mandelbrot vector_add kernel
	$(BUILD)/eugene run --stats -- $(BUILD)/examples/mandelbrot mandelbrot.png

# The page in the browser (docs/user/web.md): build/web, for any server of files; and its tests in Chromium.
web: ## the page in the browser, in build/web
	@tools/setup --web
	@cmake -G Ninja -S web -B build-web -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/web/wasm.cmake -DEUGENE_WEB_OUTPUT=$(CURDIR)/$(BUILD)/web >/dev/null
	@cmake --build build-web -j $(JOBS)

# The extension for VS Code (docs/user/editor.md).
vsix: ## the extension for VS Code, build/eugene.vsix
	@mkdir -p $(BUILD)
	@tools/make-vsix $(BUILD)/eugene.vsix

web-test: web ## its tests, in Chromium
	@tests/web/web_test.py $(BUILD)/web --eugene $(BUILD)/eugene

test: all ## builds everything, and runs all tests
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

# What takes too long for every change. First two more builds: each file by itself, which shows includes that are missing,
# and the unit tests under AddressSanitizer and UndefinedBehaviorSanitizer. Then a million random instructions of each
# generation compiled, with AVX-512 where the host has it and for AVX2, against the interpreter, and as many in launches,
# with every way to stop, on one worker and on four; hundreds of random OpenCL kernels; clients of the kernel's interface
# that fork, close and end under way; suites of other people's programs, interpreted, by default and compiled, against
# PoCL or llvmpipe (EUGENE_CTS names a build of OpenCL-CTS, EUGENE_DEQP sources of VK-GL-CTS with a build of deqp-gles2 in
# them, EUGENE_NPM a directory with npm's `webgpu`, `deno` and DuckDB, which Debian
# does not have); the kernels that Oclgrind tests its checks with (EUGENE_OCLGRIND names `tests/kernels` of its sources); SYCL
# programs (EUGENE_ACPP names acpp of an installed AdaptiveCpp) and level-zero-tests (EUGENE_LZT names a build of them). Last
# the packages, in fresh roots of both releases, and the image of the container recipe.
nightly: all ## what takes too long for every change: hours
	@tools/setup --nightly
	@cmake --preset plain && cmake --build build-plain -j $(JOBS)
	@cmake --preset asan && cmake --build build-asan -j $(JOBS) --target unit_tests
	@ctest --test-dir build-asan --output-on-failure -R '^unit\.' -j $(JOBS)
	EUGENE_RANDOM_INSTRUCTIONS=1000000 $(BUILD)/tests/test_jit --gtest_filter='*RandomProgram*:*RandomLaunch*'
	EUGENE_RANDOM_KERNELS=10000 $(BUILD)/tests/test_gpu --gtest_filter='RandomChecks*'
	EUGENE_RANDOM_ACCESSES=1000000 $(BUILD)/tests/test_check --gtest_filter='Races.OfRandom*'
	@cmake --build $(BUILD) --target random_kernels
	@cmake --build $(BUILD) --target stress
	@cmake --build $(BUILD) --target preempted_kernels
	$(BUILD)/eugene run --no-cache -- $(BUILD)/tests/system/long_and_short 30000000
	tests/system/reported_test.py $(BUILD)/eugene
	tests/system/roundtrip_test.py $(BUILD)/eugene tests/system/kernels --all
	tests/system/machines_test.py $(BUILD)/eugene tests/system/kernels --all
	tests/system/visa_pages_test.py $(BUILD)/eugene --cases 5000
	tests/system/visa_pages_test.py $(BUILD)/eugene --cases 5000 --seed 2 --jit
	tests/system/visa_random_test.py $(BUILD)/eugene --programs 2500 --seed 1000
	tests/system/visa_random_test.py $(BUILD)/eugene --programs 500 --seed 1000 --uniform
	tests/system/visa_vector_compiler_test.py $(BUILD)/eugene --rounds 20
	tests/system/visa_verdicts_test.py $(BUILD)/eugene tests/unit/visa/every_form.visaasm --count 10000
	tests/system/trace_readers_test.py $(BUILD)/eugene
	PYTHONPATH=$(BUILD)/python /usr/bin/python3 tests/python/farm_attacks_test.py
	@tests/programs/programs_test.py $(BUILD)/eugene
	@tests/programs/oclgrind_test.py $(BUILD)/eugene
	@tests/sycl/try "$(EUGENE_ACPP)" $(BUILD)/eugene
	@tests/programs/level_zero_test.py $(BUILD)/eugene
	@$(MAKE) package
	@$(AS_ROOT) tests/packages/packages_test $(BUILD)/examples
	@$(AS_ROOT) tests/packages/image_test $(BUILD)/examples --tar build-package/eugene-*-linux-x86_64.tar.xz

# A .deb for this release of Debian and a tar.xz for every distribution, in build-package.
package: ## .deb files for this release of Debian, a tar.xz and a wheel, in build-package/
	@tools/setup --package
	@tools/package

bench: all ## measures, beside PoCL, oclgrind and others
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
fuzz: ## every fuzz target, ten minutes each
	@tools/setup --develop
	@cmake --preset fuzz && cmake --build build-fuzz -j $(JOBS)
	@tests/fuzz/run build-fuzz $(or $(FUZZ_SECONDS),600)

# Every fuzz target for an hour, with the JIT and under AddressSanitizer and UndefinedBehaviorSanitizer: a night. Corpora
# stay in CORPUS, and what they add to tests/fuzz/seeds is to be committed.
soak: ## every fuzz target for an hour
	@tools/setup --develop
	@cmake --preset fuzz && cmake --build build-fuzz -j $(JOBS)
	@tests/fuzz/soak --build build-fuzz --corpus $(or $(CORPUS),fuzz-corpus) --seconds $(or $(SOAK_SECONDS),3600) --jobs $(JOBS) $(TARGETS)

asan: ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup --develop
	@cmake --preset asan && cmake --build build-asan -j $(JOBS)
	@ctest --test-dir build-asan --output-on-failure

format: setup ## formats the sources
	@git ls-files '*.cpp' '*.h' | xargs $(CLANG_FORMAT) -i

# Says what `make format` would change.
check-format: setup ## says what `make format` would change
	@git ls-files '*.cpp' '*.h' | xargs -P $(JOBS) -n 64 $(CLANG_FORMAT) --dry-run -Werror

# Reads the sources as the fuzz build's compiler, clang, does; without the JIT, so without its callers too.
tidy: ## reads the sources with clang-tidy
	@tools/setup --develop
	@tools/tidy $$(git ls-files 'src/*.cpp')

# The same of what the last commit changed, as far as it takes a minute, where clang-tidy is installed.
tidy-changed: ## the same of what the last commit changed
	@tools/tidy --seconds 60 --if-installed $$(git diff --name-only --diff-filter=d HEAD^ -- 'src/*.cpp')

install: all ## installs in /usr/local, or PREFIX=DIR
	@tools/install-tree $(BUILD) "$(PREFIX)"

uninstall: ## removes what `make install` has installed there
	@tools/install-tree --remove "$(PREFIX)"

clean: ## removes what was built, but for build-package/
	@rm -rf $(BUILD) build-debug build-asan build-fuzz build-plain build-tidy build-web

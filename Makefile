# make help lists the targets. Everything longer than a line is a script in scripts/.

PREFIX  ?= /usr/local
DESTDIR ?=
# Folder of the release binaries, as SwiftPM names it.
RELEASE := .build/release
DEBUG   := .build/debug

.DEFAULT_GOAL := build
.PHONY: help swift ready deps build programs picker debug demo test check fuzz openapi docs bench soak pictures format lint \
    install uninstall deb wheel image clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 11

# $(error) instead of a failing recipe: make then stops with this one line.
complaint = $(if $(1),$(error $(1)))

swift:
	$(call complaint,$(shell scripts/check-swift --present))

ready: deps
	$(call complaint,$(shell scripts/check-swift))

deps: swift ## install the missing Debian packages of scripts/packages and the tests' Python packages
	@scripts/deps

build: programs picker ## build the release binaries (.build/release), Swift runtime linked in

# The demo needs no desktop.
programs: ready
	@scripts/progress "building the release binaries" scripts/build

picker: ready ## build the GTK picker and the settings panel alone (.build/release/vsa-picker, vsa-settings)
	@scripts/progress "building vsa-picker and vsa-settings" scripts/picker build

debug: ready
	@scripts/progress "building the debug binaries" scripts/build-debug

# Debug binaries are built in less time.
demo: ## show silent single sign-on, step by step, with the release binaries, an installed package or else debug binaries
	@if test -x $(RELEASE)/vsad; then $(MAKE) --no-print-directory programs && scripts/demo; \
	elif which vsactl entitle media-token-verifier >/dev/null; then scripts/demo; \
	else $(MAKE) --no-print-directory debug && scripts/demo $(DEBUG); fi

test: ready ## build all tests with warnings as errors and run them (FILTER=…: only some)
	@VSASIM_STRICT=1 scripts/progress "building the tests" scripts/build-debug --build-tests
	@VSASIM_STRICT=1 $(if $(FILTER),scripts/run-tests --filter '$(FILTER)',scripts/run-all-tests)

check: ready ## build and test one module and its dependencies only (MODULE=AccountCore; FILTER=…)
	@VSASIM_STRICT=1 scripts/check "$(MODULE)" $(if $(FILTER),--filter '$(FILTER)')

fuzz: ready ## call every member of vsad with generated values for ten minutes (FUZZ_SECONDS, FUZZ_SEED, FUZZ_ROUND)
	@VSASIM_STRICT=1 scripts/progress "building vsad" scripts/build-debug --product vsad
	@scripts/fuzz

openapi: build ## print the OpenAPI document of the service
	@scripts/openapi $(RELEASE)

docs: deps ## build the documentation as a searchable site (.build/docs/site)
	@.build/python/bin/python scripts/docs

bench: build ## measure both daemons and the programs against C services, a Python service and nginx (installs packages-bench)
	@BIN=$(RELEASE) Benchmarks/run

soak: ready ## run the tests that take too long for CI
	@scripts/soak

pictures: ready ## retake the pictures of the picker and the settings panel (docs/pictures)
	@scripts/picker pictures

format: ready ## format the sources in the project's style
	@swift format --in-place --parallel --recursive Package.swift Plugins Sources Tests Agents

lint: ready ## check style, scripts, XML, manual pages and generated documentation
	@scripts/lint

install: ## install under DESTDIR/PREFIX; uses the binaries of make build
	@test -x $(RELEASE)/vsad || $(MAKE) --no-print-directory build
	@scripts/install $(RELEASE) "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what make install installed under DESTDIR/PREFIX
	@scripts/uninstall "$(PREFIX)" "$(DESTDIR)"

deb: build ## make a Debian package of the release binaries (.build/vsa-simulator_VERSION-1_ARCHITECTURE.deb)
	@scripts/deb

wheel: build ## make a wheel of pytest-vsasim that contains the programs (.build/pytest_vsasim-VERSION-py3-none-PLATFORM.whl)
	@scripts/wheel

image: build ## build an image of the programs with podman or docker (Containerfile)
	@scripts/image

clean: ## remove all build products
	rm -rf .build .build-address .build-thread .build-mutants

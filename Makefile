# Almanac: build, try, test. `make help` names every target.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SWIFT_VERSION := 6.3
STRICT := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(STRICT)
ARCHIVES := .build/archives
ROWS := 1000000
SECONDS := 600
ROUNDS := 200
SEED :=
CASE :=
# More flags for the debug build: `FLAGS='-Xswiftc -gnone'` leaves out the lines of crash reports, and takes a tenth less.
FLAGS :=
SOURCES := Package.swift Plugins Sources Tests
HEADERS := /usr/include

export LANG := C.UTF-8

# $(call needs,PACKAGES): installs Debian packages with apt if that is allowed; otherwise prints the command for it. With
# ALMANAC_NO_INSTALL set, nothing is installed.
define needs
	if [ -n "$${ALMANAC_NO_INSTALL:-}" ]; then asRoot=none; elif [ "$$(id -u)" = 0 ]; then asRoot=; \
	elif sudo -n true 2>/dev/null; then asRoot=sudo; else asRoot=none; fi; \
	if ! command -v apt-get >/dev/null || [ "$$asRoot" = none ]; then \
	  packages="$(1)"; installer=apt-get; \
	  if command -v dnf >/dev/null; then installer=dnf; packages=$${packages/libncurses-dev/ncurses-devel}; \
	    packages=$${packages/libsqlite3-dev/sqlite-devel}; packages=$${packages/sqlite3/sqlite}; fi; \
	  echo "almanac needs $$packages: install them, for example with: sudo $$installer install $$packages" >&2; exit 1; fi; \
	echo "Installing $(1)"; \
	$$asRoot apt-get update -qq >/dev/null; \
	DEBIAN_FRONTEND=noninteractive $$asRoot apt-get install -qq -y --no-install-recommends $(1) >/dev/null
endef

.PHONY: help
help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
	  while IFS=$$'\t' read -r name text; do printf '  make %-8s %s\n' "$$name" "$$text"; done

.PHONY: run
run: build ## Build and start; ARGS='--file notes.db' goes to Almanac
	@.build/release/almanac $(ARGS)

# Async functions of ours that two modules have compiled, each with its own frame size. The linker keeps one function but
# both versions of its parts, which are local symbols.
COPIES = { name = $$NF; isPart = sub(/T[QY][0-9]+_$$/, "", name); if (isPart) parts[$$NF]++; else whole[name]++ } \
  END { for (part in parts) { name = part; sub(/T[QY][0-9]+_$$/, "", name); \
    if (name ~ /^\$$s[0-9]/ && parts[part] > 1 && whole[name] < parts[part]) found[name] } for (name in found) print name }

# The binary contains SQLite, ncurses and the C++ runtime, if their archives are installed: loading six libraries would
# take a third of the time of `almanac --version`. It exports no names, since nothing uses them and Swift's runtime goes
# through all of them at each start.
.PHONY: build
build: setup archives ## The release binary, at .build/release/almanac
	@swift build $(RELEASE) -Xlinker -L$(ARCHIVES) -Xlinker --no-export-dynamic --product almanac
	@copies=$$(nm .build/release/almanac | awk '$(COPIES)' | swift demangle --simplified); \
	  [ -z "$$copies" ] || { echo "Async code in two versions crashes. Say @export(interface) in front of:" >&2; \
	  echo "$$copies" >&2; exit 1; }

# A folder that the linker searches first. Each library's name there refers to its archives.
.PHONY: archives
archives:
	@mkdir -p $(ARCHIVES); rm -f $(ARCHIVES)/*; \
	  for group in "sqlite3 sqlite3" "ncursesw ncursesw tinfo" "stdc++ stdc++" "gcc_s gcc_eh"; do \
	    set -- $$group; name=$$1; shift; found=; \
	    for library; do file=$$(clang -print-file-name=lib$$library.a); [ ! -e "$$file" ] || found="$$found $$file"; done; \
	    [ -z "$$found" ] || echo "GROUP ($$found )" >$(ARCHIVES)/lib$$name.a; \
	  done

# An awk program that prints the names of the tests in a log that began and never ended. A log does not say when one of
# the cases of a test ends.
UNENDED = /^◇ Test (run|case) / { next } /^◇ Test .* started\.$$/ { sub(/^◇ /, ""); sub(/ started\.$$/, ""); began[$$0]++ } \
  /^(✔|✘) Test .* (passed|failed) after [0-9.]+ seconds/ { \
    sub(/^(✔|✘) /, ""); sub(/( with [0-9]+ test cases?)? (passed|failed) after [0-9.]+ seconds.*$$/, ""); began[$$0]-- } \
  END { for (name in began) if (began[name] > 0) print "  " name }
TESTS := .build/debug/AlmanacPackageTests.xctest --testing-library swift-testing
LOGS := .build

# $(call tests,LOG,ARGUMENTS): runs tests, and repeats the failures at the end of the output. Only tests that hang reach
# the time limit, even on a busy machine: the work of each test is bounded.
define tests
	timeout 60m $(TESTS) $(2) 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g' | tee $(LOGS)/$(1).log || { \
	  [ $$? != 124 ] || echo "The tests were ended after an hour."; \
	  unended=$$(awk '$(UNENDED)' $(LOGS)/$(1).log | sort); [ -z "$$unended" ] || { echo "What did not end:"; echo "$$unended"; }; \
	  failed=$$(grep -E '^(✘|↳|[^ ]*error:)' $(LOGS)/$(1).log | tail -n 30) && { echo "What failed:"; echo "$$failed"; }; exit 1; }
endef

# What is installed, below DESTDIR and PREFIX. `make build` first, as oneself: then installing as root builds nothing.
PREFIX ?= /usr/local
DESTDIR ?=
INSTALLED := bin/almanac share/man/man1/almanac.1 share/doc/almanac/copyright \
  share/bash-completion/completions/almanac share/zsh/site-functions/_almanac share/fish/vendor_completions.d/almanac.fish

# The binary that is installed.
BINARY := .build/release/almanac
.PHONY: install
install: $(if $(wildcard $(BINARY)),,build) ## Install it, with its manual page: PREFIX, DESTDIR
	@root="$(DESTDIR)$(PREFIX)"; put() { install -D -m 644 "$$1" "$$root/$$2"; }; \
	  install -D -m 755 -s $(BINARY) "$$root/bin/almanac"; \
	  $(BINARY) help --man | put /dev/stdin share/man/man1/almanac.1; \
	  put LICENSE share/doc/almanac/copyright; \
	  put Resources/Completions/almanac.bash share/bash-completion/completions/almanac; \
	  put Resources/Completions/_almanac share/zsh/site-functions/_almanac; \
	  put Resources/Completions/almanac.fish share/fish/vendor_completions.d/almanac.fish; \
	  echo "Installed $$root/bin/almanac."

.PHONY: uninstall
uninstall: ## Remove what `make install` installed
	@rm -f $(addprefix "$(DESTDIR)$(PREFIX)"/,$(INSTALLED)); rmdir "$(DESTDIR)$(PREFIX)/share/doc/almanac" 2>/dev/null || true

# A Debian package. It needs only the C library: all others are in the binary, and lintian is told so. DEBFULLNAME and
# DEBEMAIL name who makes it.
DEB := .build/deb
PACKAGE = .build/almanac_$(VERSION)_$(shell dpkg --print-architecture).deb
deb: export MAINTAINER = $(or $(DEBFULLNAME),$(shell git log -1 --format=%an)) <$(or $(DEBEMAIL),$(shell git log -1 --format=%ae))>
VERSION = $(shell sed -nE 's/.*static let version = "(.*)"/\1/p' Sources/almanac/Almanac.swift)
.PHONY: deb
deb: $(if $(filter .build/release/almanac,$(BINARY)),build) ## A Debian package, in .build
	@rm -rf $(DEB); $(MAKE) --no-print-directory install DESTDIR=$(DEB) PREFIX=/usr >/dev/null; \
	  gzip -9n $(DEB)/usr/share/man/man1/almanac.1; \
	  mv $(DEB)/usr/share/zsh/site-functions $(DEB)/usr/share/zsh/vendor-completions; \
	  printf 'almanac (%s) unstable; urgency=low\n\n  * See CHANGELOG.md in the source.\n\n -- %s  %s\n' \
	    $(VERSION) "$$MAINTAINER" "$$(date -R -d "@$$(git log -1 --format=%ct)")" | gzip -9n >$(DEB)/usr/share/doc/almanac/changelog.gz; \
	  mkdir -p $(DEB)/usr/share/lintian/overrides; \
	  echo 'almanac: embedded-library ncurses *' >$(DEB)/usr/share/lintian/overrides/almanac; \
	  glibc=$$(objdump -T $(BINARY) | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -Vu | tail -n 1); \
	  mkdir -p $(DEB)/DEBIAN; printf '%s\n' 'Package: almanac' 'Version: $(VERSION)' 'Section: database' 'Priority: optional' \
	    "Architecture: $$(dpkg --print-architecture)" "Depends: libc6 (>= $$glibc)" "Maintainer: $$MAINTAINER" \
	    "Installed-Size: $$(du -sk $(DEB)/usr | cut -f1)" 'Description: SQLite databases live on the terminal' \
	    ' Almanac shows the records of any SQLite database. When any program changes' \
	    ' the file, the screen follows and says row by row what changed. One searches,' \
	    ' edits, undoes and takes back the commits of other programs by keystroke.' >$(DEB)/DEBIAN/control; \
	  dpkg-deb --root-owner-group --build $(DEB) $(PACKAGE)

.PHONY: test test-modules test-faults
# The tests of the real binary run alone: some look at the screen within a second, and must not wait for a thousand other
# tests. The fault tests have a process of their own because refused memory is refused to all tests of a process; they
# wait most of their time, so they run at the same time as those of the modules.
test: setup-tests build-tests ## All tests
	@$(MAKE) --no-print-directory -j 2 test-modules test-faults
	@$(call tests,binary,--filter '^AlmanacTests\.' $(AT_ONCE))
	@.build/debug/almanac-torture --programs .build/debug --seconds 10 --seed 1

# Eight at a time: with all two thousand under way at once, a thousand screens wait for the main thread, and each look
# for SQLite's descriptor of a file goes through seven thousand. That takes half as much processor time again.
AT_ONCE := --experimental-maximum-parallelization-width 8
test-modules:
	@$(call tests,modules,--skip '^(AlmanacTests|FaultTests)\.' $(AT_ONCE))

test-faults:
	@export FAULTS=sample; { $(call tests,faults,--filter '^FaultTests\.'); } >$(LOGS)/faults.out 2>&1 || \
	  { cat $(LOGS)/faults.out; exit 1; }; tail -n 1 $(LOGS)/faults.out

.PHONY: faults
# FAULTS='…' make faults repeats the run with that name, or all runs whose names begin with it.
faults: export FAULTS := $(or $(FAULTS),all)
faults: setup-tests build-tests ## Every call to a file fails, once and from then on: a table
	@$(TESTS) --filter '^FaultTests\.' | grep -E "^\||FAULTS=|Test run"

.PHONY: torture
torture: build setup-tests ## Kills, damage, random keys: SECONDS=600 SEED=1 CASE=NAME:1
	@swift build $(RELEASE) --product almanac-torture
	@.build/release/almanac-torture --seconds $(SECONDS) $(SEED:%=--seed %) $(CASE:%=--case %)

.PHONY: check
check: lint checks build-tests documented ## Format, doc comments, checks, import levels, warnings

.PHONY: lint
lint: setup
	@swift format lint --strict --recursive --parallel $(SOURCES)
	@find Sources Tests -name '*.swift' | while read -r file; do lines=$$(wc -l <"$$file"); \
	  [ "$$lines" -le 400 ] || { echo "$$file has $$lines lines; past 400 a file wants splitting" >&2; exit 1; }; done
	@! grep -rnE '\b(precondition(Failure)?|assertionFailure)\(' Sources --include=*.swift || \
	  { echo "These say nothing in a release build: use fatalError" >&2; exit 1; }

# Each check in the tables of Tests/Checks must have a test that names it, and each check that a test names must be in a
# table.
.PHONY: checks
checks:
	@listed=$$(sed -nE 's/^\| ([A-Z]+-[0-9]+) .*/\1/p' Tests/Checks/*.md | sort); \
	  kinds=$$(echo "$$listed" | sed 's/-.*//' | sort -u | paste -sd '|'); \
	  named=$$(grep -rhowE "($$kinds)-[0-9]+" --include='*.swift' Tests | sort -u); \
	  twice=$$(echo "$$listed" | uniq -d); \
	  for check in $$twice; do echo "$$check is twice in Tests/Checks" >&2; done; \
	  for check in $$(comm -23 <(echo "$$listed") <(echo "$$named")); do echo "no test names $$check of Tests/Checks" >&2; done; \
	  for check in $$(comm -13 <(echo "$$listed") <(echo "$$named")); do echo "a test names $$check, which is not in Tests/Checks" >&2; done; \
	  [ -z "$$twice" ] && [ "$$listed" = "$$named" ]

# In the symbol graph, symbols without a comment of their own have the comment of their protocol's requirement.
GRAPHS = .build/symbols
# The symbols that a macro writes have the place of its attribute: several symbols at one place.
UNDOCUMENTED = WITH symbols AS (SELECT json_extract(value, '$$.location.uri') AS uri, \
  json_extract(value, '$$.location.position') AS place, json_extract(value, '$$.location.position.line') + 1 AS line, \
  json_extract(value, '$$.names.title') AS name, json_type(value, '$$.docComment') AS comment \
  FROM json_each(CAST(readfile('$$graph') AS TEXT), '$$.symbols')) \
  SELECT substr(uri, instr(uri, '/Sources/') + 1) || ':' || line || ': ' || name || ' has no doc comment' FROM symbols \
  WHERE uri IS NOT NULL GROUP BY uri, place HAVING count(*) = 1 AND comment IS NULL ORDER BY uri, line
.PHONY: documented
documented: setup-tests build-tests
	@rm -rf $(GRAPHS); mkdir -p $(GRAPHS); \
	  target=$$(swift -print-target-info | sed -nE 's/.*"triple" *: *"([^"]*)".*/\1/p' | head -n 1); \
	  for module in $(notdir $(wildcard Sources/*)); do \
	    [ ! -e .build/debug/Modules/$$module.swiftmodule ] || echo $$module; done | \
	  xargs -P "$$(nproc)" -I '{}' swift symbolgraph-extract -module-name '{}' -target $$target \
	    -minimum-access-level public -skip-synthesized-members -I .build/debug/Modules \
	    $(addprefix -I ,$(dir $(wildcard Sources/*/module.modulemap))) -output-dir $(GRAPHS); \
	  missing=$$(for graph in $(GRAPHS)/*.json; do sqlite3 :memory: "$(UNDOCUMENTED)"; done); \
	  [ -z "$$missing" ] || { echo "$$missing" >&2; exit 1; }

.PHONY: tsan
# Without the tests of the real binary: the sanitizer handles signals and memory in its own way. Tests that need the main
# thread run apart from the rest. The scenes run alone, since they use it for a quarter of an hour, and the time limit of a
# test includes its wait for the thread.
tsan: setup setup-tests ## All tests of the modules under ThreadSanitizer
	@swift build --build-tests --sanitize=thread --scratch-path .build/tsan $(STRICT)
	@export TSAN_OPTIONS=halt_on_error=1; for modules in '--skip ^(Almanac|AlmanacFeatures|Seed|CursesTerminals|Fault)Tests\.' \
	  '--filter ^(Seed|CursesTerminals)Tests\.' '--filter ^AlmanacFeaturesTests\.'; do \
	  swift test --skip-build --disable-xctest $$modules --sanitize=thread --scratch-path .build/tsan || exit 1; done

CONCURRENT = Concurrency|Lost(Change|Transaction)|Transaction(Isolation)?Tests|RunTests|SharedQuery|Effect|TaskCancellation
.PHONY: rounds
rounds: setup-tests build-tests ## The tests of concurrent work, ROUNDS=200 times
	@for round in $$(seq $(ROUNDS)); do $(TESTS) --filter '$(CONCURRENT)' >.build/rounds.log 2>&1 || \
	  { echo "round $$round failed:" >&2; grep -E '✘|issue' .build/rounds.log >&2; exit 1; }; done

.PHONY: bench
# Its books, about 700 MB for a million rows, stay in .build/bench for the next run.
bench: build ## The speed, on ROWS=1000000 facts and as many users
	@swift build $(RELEASE) --product Floors
	@swift build $(RELEASE) --product almanac-bench
	@.build/release/almanac-bench --rows $(ROWS)

.PHONY: pictures
pictures: setup ## Draw the pictures of the README, and their page, again
	@swift build --product almanac-pictures $(STRICT)
	@.build/debug/almanac-pictures Resources/Pictures

.PHONY: format
format: ## Format the sources in place
	@swift format --in-place --recursive --parallel $(SOURCES)

.PHONY: clean
clean: ## Remove what was built
	@rm -rf .build

# From the version of Unicode in this Python.
.PHONY: folds
folds: ## Write the table for folding letters in a search
	@python3 Plugins/SearchFolds/make-search-folds.py >Sources/AlmanacRecords/Search/FoldTable.swift

# One build for all targets that need it: warnings are errors, and a module imports only its declared dependencies.
.PHONY: build-tests
build-tests: setup
	@swift build --build-tests $(STRICT) $(FLAGS)

.PHONY: setup
setup:
	@command -v swift >/dev/null || { echo "almanac needs the Swift toolchain, $(SWIFT_VERSION) or newer:" \
	  "get it at https://www.swift.org/install/linux/ and put its usr/bin on the PATH" >&2; exit 1; }
	@version=$$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1); \
	  [ "$$(printf '%s\n' $(SWIFT_VERSION) "$$version" | sort -V | head -n 1)" = $(SWIFT_VERSION) ] || \
	  { echo "almanac needs Swift $(SWIFT_VERSION) or newer, and this is $$version:" \
	    "get it at https://www.swift.org/install/linux/" >&2; exit 1; }
	@missing=; [ -e $(HEADERS)/curses.h ] || missing="libncurses-dev"; \
	  [ -e $(HEADERS)/sqlite3.h ] || missing="$${missing:+$$missing }libsqlite3-dev"; \
	  if [ -n "$$missing" ]; then $(call needs,$$missing); fi

.PHONY: setup-tests
setup-tests:
	@missing=; command -v tmux >/dev/null || missing="tmux"; command -v sqlite3 >/dev/null || missing="$${missing:+$$missing }sqlite3"; \
	  command -v groff >/dev/null || missing="$${missing:+$$missing }groff-base"; \
	  if [ -n "$$missing" ]; then $(call needs,$$missing); fi

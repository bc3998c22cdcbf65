# Every target is a script in scripts/, so that it can be read and run on its own.
.DEFAULT_GOAL := help
.PHONY: help run scan-demo build test test-release accuracy accuracy-scan bench bench-paths bench-ports bench-services bench-tools bench-events bench-memory bench-history bench-alerts bench-monitors docs screenshots fuzz simulate kills sanitize format lint install clean

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

run: ## Build homenet and serve the simulated home; ARGS="--lan" adds arguments
	@scripts/run.sh $(ARGS)

scan-demo: ## Build homenet and scan the simulated home once; ARGS="--format json" adds arguments
	@scripts/run.sh --scan $(ARGS)

build: ## Build homenet in release mode
	@scripts/build-release.sh homenet

test: ## Check the format, build, and run every test in a sealed network; FILTER=name runs some
	@scripts/test.sh $(if $(FILTER),--filter "$(FILTER)")

test-release: ## Run the commands' tests against the released program
	@scripts/test-release.sh

accuracy: ## Measure verdicts on recorded devices; HOMENET_CORPUS names their directory
	@scripts/accuracy.sh

accuracy-scan: ## Measure what a scan says of recorded devices on a lossy network; ARGS="--runs 1"
	@scripts/accuracy-scan.sh $(ARGS)

docs: ## Build the documentation of every library target, in .build/docs
	@scripts/docs.sh $(ARGS)

screenshots: ## Take the pictures of the README anew
	@scripts/screenshots.sh

bench: ## Measure homenet beside arp-scan, nmap and fping, in namespaces
	@scripts/bench.sh $(ARGS)

bench-memory: ## Measure the memory of an idle server; ARGS="--devices 0" adds arguments
	@scripts/build-release.sh --quiet homenet
	@Benchmarks/memory $(ARGS)

bench-events: ## Measure a server with a thousand event streams; ARGS="--clients 200"
	@scripts/bench-events.sh $(ARGS)

bench-history: ## Measure a server that has a year of a full home; ARGS="--browser" moves the page's slider too
	@scripts/bench-history.sh $(ARGS)

bench-alerts: ## Break a home in ten ways and measure when its alerts arrive; ARGS="--defaults --labs 5" with the usual settings
	@scripts/bench-alerts.sh $(ARGS)

bench-monitors: ## Measure a server with 10,000 monitors, a third of them of dead hosts; ARGS="--monitors 1000"
	@scripts/bench-monitors.sh $(ARGS)

bench-ports: ## Measure homenet ports beside nmap, in namespaces
	@scripts/bench-ports.sh $(ARGS)

bench-tools: ## Compare the tools with nmap, dig, traceroute and the truth; installs databases and the like unless ARGS="--only faults,dns"
	@scripts/bench-tools.sh $(ARGS)

bench-services: ## Ask real daemons what they are, homenet ports beside nmap -sV; installs databases and the like
	@scripts/bench-services.sh $(ARGS)

bench-paths: ## Measure ping and trace beside fping, traceroute and mtr, in namespaces
	@scripts/bench-paths.sh $(ARGS)

fuzz: ## Fuzz every codec, the identification of records, and conditions; SECONDS_EACH=60 says for how long
	@scripts/fuzz.sh $(SECONDS_EACH)

simulate: ## Live a year of a home on a virtual clock; SEEDS="1 2" DAYS=90 LEVEL=trackers|monitors BUILD=optimized
	@scripts/simulate.sh

kills: ## Kill what writes to the store a thousand times, and look for what is lost; COUNT=200 SEED=7
	@scripts/kill-store.sh

sanitize: ## Run the tests under the thread sanitizer, then under the address sanitizer
	@scripts/sanitize.sh $(if $(FILTER),--filter "$(FILTER)")

format: ## Format the sources in place
	@swift format -irp $(wildcard Sources Tests Benchmarks Package.swift)

lint: ## Check format and house rules; silent when all is well
	@scripts/lint.sh

install: ## Copy homenet and its shell completions to PREFIX (/usr/local)
	@scripts/install.sh

clean: ## Remove everything built
	@rm -rf .build Benchmarks/.build

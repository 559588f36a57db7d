# All commands for people. Run one as `npx --yes rust-just NAME`, or as `just NAME` if just is installed.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes
default:
    @{{ just_executable() }} --list --unsorted

# Build Aditus, start it with invented people, data and requests, and print its address
demo: setup-build
    @scripts/demo

# Build the release binary with its frontend: target/release/aditus
build: setup-build
    @scripts/build

# Run all checks and tests, as CI does
test: setup
    @scripts/test

# Run the frontend's tests
frontend-tests: setup-build
    @npm run --silent --prefix frontend test

# Test the commands of the real binary, and the rules between crates and modules
binary-tests: setup
    @source scripts/with-clippy && cargo test --workspace --locked --test binary --test architecture --test modules

# Build the examples, and run the contract tests of their adapters and the main scenario of the ministry
example-tests: setup
    @source scripts/with-clippy && cargo test --workspace --locked --test ministry
    @scripts/test-example

# Check form and types: rustfmt, clippy, repeated structs, style of comments and test names, shell scripts, ESLint, prettier, TypeScript, and licences and sources of dependencies
lint: setup-build
    @scripts/lint

# Check dependencies for known advisories; ADITUS_ADVISORY_DB names a local copy of the RustSec database
audit: setup-build
    @scripts/audit

# Write the lists of components (CycloneDX) to target/sbom
sbom: setup-build
    @scripts/sbom

# Write the licences of the distributed parts, for the page /licences
licences: setup-build
    @scripts/licences

# Make the Debian package in target/packages, and install, upgrade, remove and purge it on a machine that it boots (some ten minutes)
package: setup-build
    @scripts/setup packages
    @scripts/package

# Make the release files in target/packages: package, archive, lists of components, checksums (some fifteen minutes)
dist: setup-build
    @scripts/setup packages
    @scripts/dist

# Make the image `aditus` with Podman, Buildah or Docker, from the sources and base images of public registries (some fifteen minutes)
image:
    @scripts/image

# Serve the sources and reload on each change: Vite at port 5173, the server at 8080
dev: setup-build
    @scripts/dev

# Write frontend/openapi.json and the frontend's types from the server's code
openapi: setup-build
    @scripts/openapi

# Write docs/schema from the migrations
schema: setup
    @scripts/schema

# Measure speed and size of the release build on SQLite and PostgreSQL
bench *arguments: setup build
    @scripts/bench {{ arguments }}

# Measure the pages of the release build with Lighthouse, and their response to input; writes target/lighthouse/report.md
lighthouse *arguments: setup build
    @scripts/setup lighthouse
    @scripts/lighthouse {{ arguments }}

# Attack the release build on SQLite and PostgreSQL: stalled readers; unfinished bodies, exports and wrong passwords at once
flood *arguments: setup build
    @scripts/flood {{ arguments }}

# Kill the release build at random moments during work, 1,000 times on each database, and check that nothing was lost (some 20 minutes)
crash *arguments: setup build
    @scripts/crash {{ arguments }}

# Make the screenshots of the README from the demonstration
screenshots: setup build
    @scripts/screenshots

# Test the whole product in Chromium, on SQLite and PostgreSQL
browser-tests *arguments: setup build
    @scripts/browser-tests {{ arguments }}

# Send valid and invalid calls by the OpenAPI document, as each kind of caller, on SQLite and PostgreSQL
fuzz *arguments: setup build
    @scripts/setup fuzz
    @scripts/fuzz {{ arguments }}

# Install missing tools for builds and tests: npm packages, Chromium, PostgreSQL and others
setup: setup-build
    @scripts/setup test

# Install missing tools for builds: npm packages, a C compiler, OpenSSL
setup-build:
    @scripts/setup build

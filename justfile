# Every command that a person needs. Run one as `npx --yes rust-just NAME`, or `just NAME` where just is installed.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes
default:
    @{{ just_executable() }} --list --unsorted

# Build Aditus, start it with invented people, data and requests, and print its address
demo: setup-build
    @scripts/demo

# Build the release binary with the frontend in it, at target/release/aditus
build: setup-build
    @scripts/build

# Check and test everything, as CI does
test: setup
    @scripts/test

# Run the frontend's tests
frontend-tests: setup-build
    @npm run --silent --prefix frontend test

# Start the real binary and drive its commands, and check the rules between crates and modules
binary-tests: setup
    @source scripts/with-clippy && cargo test --workspace --locked --test binary --test architecture --test modules

# Build the examples, hold their adapters to the contracts of their ports, and let the ministry do the main job
example-tests: setup
    @source scripts/with-clippy && cargo test --workspace --locked --test ministry
    @scripts/test-example

# Check form and types: rustfmt, clippy, repeated structs, shell scripts, ESLint, prettier, TypeScript; and licences and sources of dependencies
lint: setup-build
    @scripts/lint

# Look for known advisories about dependencies, in a local copy of the RustSec database where ADITUS_ADVISORY_DB names one
audit: setup-build
    @scripts/audit

# List what Aditus is made of, in CycloneDX, in target/sbom
sbom: setup-build
    @scripts/sbom

# Write the list of licences of what ships, for the page /licences
licences: setup-build
    @scripts/licences

# Make the Debian package in target/packages, and install, upgrade, remove and purge it on a machine that is booted for it (some ten minutes)
package: setup-build
    @scripts/setup packages
    @scripts/package

# Make all that is handed out in target/packages: package, archive, lists of components, checksums (some fifteen minutes)
dist: setup-build
    @scripts/setup packages
    @scripts/dist

# Make the image `aditus` with Podman or Buildah, from the sources and from bases of public registries (some fifteen minutes)
image:
    @scripts/image

# Serve the sources and reload on every change: Vite at port 5173, the server at 8080
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

# Measure the pages of the release build with Lighthouse, and how long they take to answer a hand; writes target/lighthouse/report.md
lighthouse *arguments: setup build
    @scripts/setup lighthouse
    @scripts/lighthouse {{ arguments }}

# Attack the release build on SQLite and PostgreSQL: readers that read nothing; unfinished bodies, exports and wrong passwords at once
flood *arguments: setup build
    @scripts/flood {{ arguments }}

# Kill the release build at random moments while people work, 1,000 times on each database, and look whether anything was lost (some 20 minutes)
crash *arguments: setup build
    @scripts/crash {{ arguments }}

# Make the screenshots of the README from the demo
screenshots: setup build
    @scripts/screenshots

# Drive the whole product in Chromium, on SQLite and PostgreSQL
browser-tests *arguments: setup build
    @scripts/browser-tests {{ arguments }}

# Send what the OpenAPI document allows and forbids, as each kind of caller, on SQLite and PostgreSQL
fuzz *arguments: setup build
    @scripts/setup fuzz
    @scripts/fuzz {{ arguments }}

# Install what is missing to build and to test: npm packages, Chromium, PostgreSQL
setup: setup-build
    @scripts/setup test

# Install what is missing to build: npm packages
setup-build:
    @scripts/setup build

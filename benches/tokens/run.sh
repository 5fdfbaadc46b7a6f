#!/usr/bin/env bash
# Counts the tokens of everyday questions: asked in the shell as an expert would, in jardex's text form, in its JSON form.
# Writes docs/tokens.md. Needs node, npm, unzip, javap, curl and ripgrep (`.ci/run` puts one into target/tools); the network
# is used for the JARs and the tokenizer on the first run only.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --quiet
program="$PWD/target/debug/jardex"
place="$PWD/target/tmp/tokens"
repository="$place/user/.m2/repository"
mkdir -p "$place" "$repository"
export JARDEX_HOME="$place/home" JARDEX_LOG=error
export PATH="$PATH:$PWD/target/tools/bin"

npm install --prefix "$place" --no-audit --no-fund --ignore-scripts --loglevel=error gpt-tokenizer@4.0.0 > /dev/null

# The JARs as Maven would have left them on the expert's disk: sources through jardex, classes from the same repository,
# whose address is the name of the folder that jardex keeps its downloads in.
fetch() {
    local group=$1 artifact=$2 version=$3
    local folder="$repository/${group//.//}/$artifact/$version"
    local jar="$folder/$artifact-$version"
    if [ -f "$jar.jar" ]; then return; fi
    mkdir -p "$folder"
    JARDEX_MAVEN_LOCAL="$place" "$program" types "$group:$artifact:$version" > /dev/null
    local kept=("$JARDEX_HOME"/jars-v1/*/"$group/$artifact/$version/$artifact-$version-sources.jar")
    local encoded=${kept[0]#"$JARDEX_HOME"/jars-v1/}
    encoded=${encoded%%/*}
    local base
    base=$(printf '%b' "${encoded//%/\\x}")
    cp "${kept[0]}" "$jar-sources.jar"
    curl -fsS --retry 3 -o "$jar.part" "$base/${group//.//}/$artifact/$version/$artifact-$version.jar"
    mv "$jar.part" "$jar.jar"
    # For ripgrep: sources that were unpacked once.
    mkdir -p "$place/user/src/$artifact"
    unzip -qq -o "$jar-sources.jar" -d "$place/user/src/$artifact"
}

fetch com.google.code.gson gson 2.11.0
fetch org.springframework spring-core 6.1.14
fetch com.google.guava guava 33.3.1-jre
fetch com.squareup.okhttp3 okhttp-jvm 5.1.0
fetch org.jetbrains.kotlinx kotlinx-coroutines-core-jvm 1.9.0

NODE_PATH="$place/node_modules" node benches/tokens/count.cjs "$program" "$place/user" > "$place/tokens.md"
cp "$place/tokens.md" docs/tokens.md
cat docs/tokens.md

"""Drives `jardex mcp` with the official Python SDK of MCP: the workflows of the specification, failures, the text form,
progress and cancellation. The SDK itself checks every successful answer against the tool's output schema; here failures
are checked too. Ends with the line `done`, or with a traceback and another exit code than 0."""

import argparse
import json
from pathlib import Path

import anyio
import jsonschema
from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

WORDS = {"group_id": "org.example", "artifact_id": "words", "version": "1.0.2"}
MANY = {"group_id": "org.example", "artifact_id": "many", "version": "1.0.2"}
GREETER = WORDS | {"type_name": "org.example.words.Greeter"}
TOOLS = [
    "register_source", "index_artifact", "list_indexed_artifacts", "list_packages", "list_types", "get_type_source",
    "list_methods", "list_fields", "get_method_source", "get_import_section", "list_folder_tree", "search_file_names",
    "search_file_content", "get_file", "search_artifacts", "get_artifact_info", "remove_artifact", "get_server_info",
    "search_code", "search_symbols", "find_references", "find_implementations", "search_semantic_concept",
    "compare_versions",
]
# Longer than anything here takes: a call that hangs has to fail.
LIMIT = 60


class Checked:
    """A client whose answers are looked at before anyone uses them."""

    def __init__(self, client, tools):
        self.client = client
        self.schemas = {tool.name: tool.output_schema for tool in tools}

    async def call(self, tool, arguments, **more):
        """The answer, success or failure, after the checks that hold for all of them."""
        result = await self.client.call_tool(tool, arguments, read_timeout_seconds=LIMIT, **more)
        answer = result.structured_content
        assert len(result.content) == 1 and result.content[0].type == "text", result
        assert json.loads(result.content[0].text) == answer, "the text block is the same object"
        assert next(iter(answer)) == "status", answer
        jsonschema.validate(answer, self.schemas[tool])
        is_success = answer["status"] in ("success", "registered_only", "registered_and_indexed")
        assert result.is_error == (not is_success), answer
        return answer

    async def get(self, tool, arguments, status="success"):
        answer = await self.call(tool, arguments)
        assert answer["status"] == status, answer
        return answer


def server(given, *more):
    environment = {
        "JARDEX_HOME": given.home, "JARDEX_OFFLINE": "true", "HOME": given.user, "USERPROFILE": given.user,
    }
    return StdioServerParameters(command=given.program, args=["mcp", *more], env=environment)


def connect(given, *more):
    return Client(server(given, *more), mode=given.mode, read_timeout_seconds=LIMIT)


async def checked(given, client):
    assert client.protocol_version == given.protocol, client.protocol_version
    tools = (await client.list_tools()).tools
    assert sorted(tool.name for tool in tools) == sorted(TOOLS), tools
    for tool in tools:
        assert tool.title and tool.description and tool.input_schema["type"] == "object", tool
        assert tool.output_schema["type"] == "object" and tool.output_schema["required"] == ["status"], tool
        assert tool.annotations.read_only_hint is not None, tool
    return Checked(client, tools)


async def workflows(given):
    async with connect(given) as client:
        if given.mode != given.protocol:
            # A client that pins the newest protocol asks for nothing before its first call.
            assert client.server_info.name == "jardex" and client.instructions, client
        jardex = await checked(given, client)
        await setup(given, jardex)
        await packages(jardex)
        await methods(jardex)
        await files(jardex)
        await content(jardex)
        await across(jardex)
        await artifacts(jardex)


async def setup(given, jardex):
    registration = WORDS | {"source_uri": Path(given.words).as_uri(), "auto_index": False}
    registered = await jardex.get("register_source", registration, "registered_only")
    assert registered["indexed"] is False and registered["version"] == "1.0.2", registered
    refused = await jardex.get("list_types", WORDS, "indexing_required")
    assert refused["suggested_action"] == "index_artifact", refused
    indexed = await jardex.get("index_artifact", WORDS)
    assert (Path(given.home) / indexed["cache_location"]).is_dir(), indexed
    assert indexed["counts"]["files"] == 5 and indexed["processing_time"].endswith("s"), indexed
    listed = await jardex.get("list_indexed_artifacts", {"group_filter": "org.example"})
    assert listed["artifacts"] == [WORDS | {"status": "indexed"}], listed
    again = await jardex.get("register_source", registration, "registered_and_indexed")
    assert again["unchanged"] is True, again


async def packages(jardex):
    tree = await jardex.get("list_packages", WORDS | {"max_depth": 2, "include_description": True})
    words = tree["packages"][0]
    assert words["name"] == "org.example.words" and words["description"] == "Words for people.", tree
    assert words["packages"][0]["name"] == "loud", tree
    types = await jardex.get("list_types", WORDS | {"package_filter": "org.example.words", "include_description": True})
    assert [(item["name"], item["kind"]) for item in types["types"]] == [("Greeter", "class"), ("Greeter.Volume", "enum")]
    assert types["types"][0]["description"] == "Greets people." and types["pagination"]["total_count"] == 2, types
    loud = await jardex.get("list_types", WORDS | {"package_filter": "org.example.words.loud"})
    kinds = {item["name"]: (item["kind"], item["language"]) for item in loud["types"]}
    assert kinds == {"Shout": ("class", "kotlin"), "ShoutKt": ("facade", "kotlin")}, loud
    source = (await jardex.get("get_type_source", GREETER))["type_info"]
    assert source["line_range"] == {"start": 7, "end": 28} and source["kind"] == "class", source
    assert source["source_code"].startswith("public class Greeter {"), source
    fields = await jardex.get("list_fields", GREETER | {"name_filter": "HELLO"})
    assert fields["fields"] == [{"signature": "public static final String HELLO", "line_range": {"start": 9, "end": 9}}]


async def methods(jardex):
    listed = await jardex.get("list_methods", GREETER | {"name_filter": "greet"})
    assert [item["signature"] for item in listed["methods"]] == [
        "public String greet(String name)", "public List<String> greet(List<String> names)",
    ], listed
    asked = GREETER | {"method_name": "greet", "method_signature": "(String)"}
    one = (await jardex.get("get_method_source", asked))["method_source"]
    assert len(one) == 1 and one[0]["line_range"] == {"start": 17, "end": 19}, one
    assert one[0]["source_code"].lstrip().startswith("public String greet(String name) {"), one
    imports = (await jardex.get("get_import_section", GREETER))["import_section"]
    assert imports["line_range"] == {"start": 3, "end": 4} and "import java.util.List;" in imports["source_code"], imports
    facade = await jardex.get("list_methods", WORDS | {"type_name": "org.example.words.loud.ShoutKt"})
    assert facade["methods"][0]["signature"] == "fun Polite.shout(name: String): String", facade


async def files(jardex):
    tree = await jardex.get("list_folder_tree", WORDS | {"path": "org/example/words", "max_depth": 2})
    assert [file["name"] for file in tree["files"]] == ["Greeter.java", "package-info.java"], tree
    assert tree["folders"][0]["name"] == "loud" and tree["folders"][0]["file_count"] == 1, tree
    found = await jardex.get("search_file_names", WORDS | {"pattern": "*.kt", "pattern_type": "glob"})
    path = found["files"][0]["path"]
    assert found["total_matches"] == 1 and path == "org/example/words/loud/Shout.kt", found
    piece = await jardex.get("get_file", WORDS | {"file_path": path, "start_line": 3, "end_line": 3})
    assert piece["content"]["source_code"].rstrip("\n") == "import org.example.words.Greeter as Polite", piece


async def content(jardex):
    asked = WORDS | {"query": "hello", "query_type": "string", "context_before": 1, "context_after": 0}
    found = await jardex.get("search_file_content", asked)
    blocks = found["matches"]["org/example/words/Greeter.java"]
    assert [block["match_lines"] for block in blocks] == ["9", "18"], found
    assert blocks[0]["content_range"] == "8-9", found
    everywhere = await jardex.get("search_file_content", {"query": "Polite\\b", "query_type": "regex"})
    assert list(everywhere["matches"]) == ["org.example:words:1.0.2/org/example/words/loud/Shout.kt"], everywhere


async def across(jardex):
    """Every tool that looks at all that is indexed; their schemas are checked with each answer."""
    symbols = await jardex.get("search_symbols", {"query": "gree"})
    first = symbols["symbols"][0]
    assert (first["symbol"], first["match"]) == ("org.example.words.Greeter", "prefix"), symbols
    code = await jardex.get("search_code", {"query": "greets people"})
    assert code["results"][0]["symbol"] == first["symbol"], code
    concept = await jardex.get("search_semantic_concept", {"concept_description": "people are greeted", "kind": "class"})
    assert concept["ranker"] and concept["results"][0]["symbol"] == first["symbol"], concept
    references = await jardex.get("find_references", {"symbol": "org.example.words.Greeter#greet(String)"})
    found = [(group["file"], hit["line"], hit["kind"]) for group in references["references"] for hit in group["hits"]]
    greeter, shout = "org/example/words/Greeter.java", "org/example/words/loud/Shout.kt"
    assert found == [(greeter, 23, "method_reference"), (shout, 6, "call")], references
    below = await jardex.get("find_implementations", {"symbol": first["symbol"]})
    assert "implementations" not in below or below["implementations"] == [], below
    versions = {"group_id": "org.example", "artifact_id": "words", "from_version": "1.0.2", "to_version": "1.0.2"}
    same = await jardex.get("compare_versions", versions)
    assert same["breaking"] is False and same["changes"] == [], same


async def artifacts(jardex):
    found = await jardex.get("search_artifacts", {"group_id": "org.example", "artifact_id": "words", "remote": False})
    assert found["artifacts"][0]["versions"][0] == {"version": "1.0.2", "state": "indexed", "where": ["registered"]}, found
    info = await jardex.get("get_artifact_info", WORDS)
    assert info["counts"]["files"] == 5 and info["source"]["digest"].startswith("sha256:"), info
    server = await jardex.get("get_server_info", {})
    assert server["tools"] == len(TOOLS) and server["config"]["offline"]["value"] is True, server
    kept = await jardex.get("remove_artifact", WORDS, "confirmation_required")
    assert kept["would_remove"]["files"] > 0, kept
    removed = await jardex.get("remove_artifact", WORDS | {"confirm": True})
    assert all(removed["removed"][what] == kept["would_remove"][what] for what in ("files", "bytes")), (kept, removed)
    assert (await jardex.get("list_indexed_artifacts", {}))["artifacts"] == [], "removed"


async def failures(given):
    async with connect(given) as client:
        jardex = await checked(given, client)
        absent = str(Path(given.words).with_name("absent.jar"))
        await jardex.get("register_source", WORDS | {"source_uri": absent}, "resource_not_found")
        await jardex.get("register_source", WORDS | {"source_uri": given.program}, "invalid_source")
        await jardex.get("register_source", WORDS | {"source_uri": "ftp://example.org/a.jar"}, "unsupported_source_type")
        listed = await jardex.get("list_indexed_artifacts", {})
        assert all(item["status"] != "indexed" for item in listed["artifacts"]), "nothing is half registered"
        await jardex.get("register_source", WORDS | {"source_uri": given.words}, "registered_and_indexed")

        unknown = await jardex.get("list_types", WORDS | {"artifact_id": "nothing"}, "offline")
        assert "org.example:nothing:1.0.2" in unknown["message"], unknown
        number = await jardex.get("list_types", WORDS | {"version": 1.0}, "invalid_argument")
        assert number["message"].startswith("version: "), number
        missing = await jardex.get("list_types", {"group_id": "org.example"}, "invalid_argument")
        assert missing["message"].startswith("artifact_id: "), missing
        await jardex.get("list_types", WORDS | {"page": 0}, "invalid_argument")
        await jardex.get("list_types", WORDS | {"package_filter": "org.example.nothing"}, "package_not_found")
        miss = await jardex.get("get_type_source", WORDS | {"type_name": "org.example.words.Greter"}, "type_not_found")
        assert "org.example.words.Greeter" in miss["suggestions"], miss
        await jardex.get("get_method_source", GREETER | {"method_name": "shout"}, "method_not_found")
        await jardex.get("get_file", WORDS | {"file_path": "../secret"}, "path_not_found")
        await jardex.get("get_file", WORDS | {"file_path": "logo.png"}, "not_a_text_file")
        asked = WORDS | {"query": "(", "query_type": "regex"}
        await jardex.get("search_file_content", asked, "invalid_pattern")
        asked = WORDS | {"query": "greet", "query_type": "string", "cursor": "forged"}
        await jardex.get("search_file_content", asked, "invalid_cursor")
        try:
            await client.call_tool("no_such_tool", {})
        except MCPError as error:
            assert error.error.code in (-32601, -32602), error
        else:
            raise AssertionError("an unknown tool is a protocol error")


async def text(given):
    async with connect(given, "--format", "text") as client:
        assert client.protocol_version == given.protocol
        for tool in (await client.list_tools()).tools:
            assert tool.output_schema is None, tool

        async def ask(tool, arguments):
            result = await client.call_tool(tool, arguments, read_timeout_seconds=LIMIT)
            assert result.structured_content is None and len(result.content) == 1, result
            return result.content[0].text, result.is_error

        _, is_error = await ask("register_source", WORDS | {"source_uri": given.words})
        assert not is_error
        said, is_error = await ask("list_types", WORDS | {"package_filter": "org.example.words"})
        assert said.rstrip("\n") == "class Greeter\nenum Greeter.Volume" and not is_error, said
        said, _ = await ask("list_methods", GREETER | {"name_filter": "greet"})
        assert said.splitlines()[0] == "17 public String greet(String name)", said
        said, _ = await ask("get_method_source", GREETER | {"method_name": "greet", "method_signature": "(String)"})
        assert said.startswith("org/example/words/Greeter.java:17-19"), said
        said, is_error = await ask("get_type_source", WORDS | {"type_name": "org.example.words.Greter"})
        assert is_error and said.startswith("type_not_found: "), said


async def cancellation(given):
    async with connect(given) as client:
        jardex = await checked(given, client)
        told = []
        begun = anyio.Event()

        async def progress(done, total, message):
            told.append((done, total, message))
            begun.set()

        async with anyio.create_task_group() as tasks:

            async def register():
                arguments = MANY | {"source_uri": given.many}
                await client.call_tool("register_source", arguments, read_timeout_seconds=LIMIT, progress_callback=progress)
                raise AssertionError("the call was to be cancelled before it is done")

            with anyio.fail_after(LIMIT):
                tasks.start_soon(register)
                await begun.wait()
            # Leaving the call tells the server that nobody waits for it.
            tasks.cancel_scope.cancel()

        assert told and told == sorted(told, key=lambda one: one[0]), told
        with anyio.fail_after(LIMIT):
            while True:
                listed = await jardex.get("list_indexed_artifacts", {})
                if all(item["status"] != "indexing" for item in listed["artifacts"]):
                    break
        assert all(item["status"] != "indexed" for item in listed["artifacts"]), listed
        await jardex.get("register_source", WORDS | {"source_uri": given.words}, "registered_and_indexed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["workflows", "failures", "text", "cancellation"])
    for flag in ("program", "home", "user", "words", "many", "mode", "protocol"):
        parser.add_argument(f"--{flag}")
    given = parser.parse_args()
    anyio.run(globals()[given.part], given)
    print("done")


if __name__ == "__main__":
    main()

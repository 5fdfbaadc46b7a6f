// Asks every question of questions.json in the shell, in the text form and as JSON, and prints the table of tokens.
// Usage: node count.cjs PROGRAM USER_HOME   (gpt-tokenizer on NODE_PATH)

const { spawn, spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { encode } = require("gpt-tokenizer/encoding/cl100k_base");

const [program, home] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(join(__dirname, "questions.json"), "utf8"));
const tokens = (text) => encode(text, { disallowedSpecial: new Set() }).length;

/** A server with this form of answers; `call` gives the text a model would read. */
function serve(form) {
  const server = spawn(program, ["mcp", "--format", form], {
    env: { ...process.env, HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const ask = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }) + "\n");
    });
  const call = async (name, args) => {
    const { result, error } = await ask("tools/call", { name, arguments: args });
    if (error || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
    return result.content[0].text;
  };
  const hello = ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "tokens", version: "1" },
  });
  const ready = hello.then(() =>
    server.stdin.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) + "\n"),
  );
  return { ready, call, end: () => server.stdin.end() };
}

/** Runs the expert's line with the user's own home; `$S` and `$J` stand for the sources and the class JAR. */
function shell(question) {
  const [group, artifact, version] = question.artifact.split(":");
  const jar = `~/.m2/repository/${group.replaceAll(".", "/")}/${artifact}/${version}/${artifact}-${version}`;
  const places = { S: `${jar}-sources.jar`, J: `${jar}.jar` };
  // An expert who needs a path twice writes it once.
  const often = (name) => question.shell.split(`$${name}`).length > 2;
  const line = ["S", "J"].reduce(
    (line, name) => (often(name) ? `${name}=${places[name]}; ${line}` : line.replace(`$${name}`, () => places[name])),
    question.shell,
  );
  const ran = spawnSync("bash", ["-c", line], { env: { ...process.env, HOME: home }, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (ran.status !== 0 || ran.stderr) throw new Error(`${line}: ${ran.status} ${ran.stderr}`);
  return { line, output: ran.stdout };
}

function coordinates(question) {
  const [group_id, artifact_id, version] = question.artifact.split(":");
  return { group_id, artifact_id, version };
}

/** Every fact has to be in every answer, or the comparison compares nothing. */
function check(question, answers) {
  for (const [form, answer] of Object.entries(answers)) {
    for (const fact of question.facts) {
      if (!answer.replace(/\\"/g, '"').includes(fact)) throw new Error(`${question.question}: ${form} lacks "${fact}":\n${answer}`);
    }
  }
}

async function main() {
  const text = serve("text");
  const json = serve("json");
  await Promise.all([text.ready, json.ready]);
  const rows = [];
  for (const question of questions) {
    const args = { ...coordinates(question), ...question.arguments };
    const own = { text: await text.call(question.tool, args), json: await json.call(question.tool, args) };
    const expert = shell(question);
    check(question, { shell: expert.output, ...own });
    if (process.env.SHOW) process.stderr.write(`\n### ${question.question}\n$ ${expert.line}\n${expert.output}\n--- ${question.tool}\n${own.text}\n`);
    rows.push([
      question.question,
      ...[expert.output, own.text, own.json].map(tokens),
      ...[expert.line, JSON.stringify({ name: question.tool, arguments: args })].map(tokens),
    ]);
  }
  text.end();
  json.end();
  print(rows);
}

function print(rows) {
  const sums = rows[0].slice(1).map((_, column) => rows.reduce((sum, row) => sum + row[column + 1], 0));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const today = new Date().toISOString().slice(0, 10);
  console.log(`# What answers cost in tokens

Ten questions about real libraries, asked as an expert would in the shell, of jardex in its text form (\`jardex mcp --format
text\`, and what the command line prints into a pipe), and of jardex in its JSON form. Every answer was checked to hold the
same facts. Tokens are those of the cl100k vocabulary. The last two columns are what the question itself costs: the shell
line with the JAR's path, and the tool call with its arguments as JSON.

Made on ${today} by \`benches/tokens/run.sh\`; the questions and the shell lines stand in \`benches/tokens/questions.json\`.
`);
  console.log(line(["question", "shell", "text form", "JSON form", "shell line", "tool call"]));
  console.log(line(["---", "--:", "--:", "--:", "--:", "--:"]));
  for (const row of rows) console.log(line(row));
  console.log(line(["**sum**", ...sums.map((sum) => `**${sum}**`)]));
  const [expert, own] = sums;
  if (own > expert) {
    console.error(`the text form takes ${own} tokens, the shell ${expert}: it was to take no more`);
    process.exitCode = 1;
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

// The peers that run in node: a line of JSON asks, a line of JSON answers.
import { createInterface } from 'node:readline';
import { createRequire, register } from 'node:module';

const versions = { node: process.version };
const missing = [];

async function load(name, open) {
  try {
    const module = await open();
    versions[name] = createRequire(import.meta.url)(`${name}/package.json`).version;
    return module;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
    missing.push(name);
  }
}

// feelin parses at every call, and exports no way to keep what it parsed. A second
// copy of its module, with three more exports, shows what keeping would give.
const hook = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('?kept')) return loaded;
  return { ...loaded, source: loaded.source + '\\nexport { interpreter, InterpreterContext, coerceContext };' };
}`;
register('data:text/javascript,' + encodeURIComponent(hook));

const feelin = await load('feelin', () => import('feelin'));
const kept = feelin && await import(import.meta.resolve('feelin') + '?kept');
const zen = await load('@gorules/zen-engine', () => import('@gorules/zen-engine'));
const engine = zen && new zen.ZenEngine();

// dated gives an input with its dates as a peer has them.
function dated(value, date) {
  if (Array.isArray(value)) return value.map((v) => dated(v, date));
  if (value === null || typeof value !== 'object') return value;
  if ('@date' in value) return date(value['@date']);
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, dated(v, date)]));
}

// Each gives { inputs, decide } and, where decide gives promises, async.
const peers = {
  feelin({ text, inputs, constants }) {
    const date = (d) => feelin.evaluate(`date("${d}")`).value;
    return {
      inputs: inputs.map((input) => ({ ...dated(input, date), ...constants })),
      decide: (input) => feelin.evaluate(text, input).value,
    };
  },
  'feelin kept'({ text, inputs, constants }) {
    const date = (d) => kept.evaluate(`date("${d}")`).value;
    const all = inputs.map((input) => dated(input, date));
    const fixed = kept.coerceContext(constants ?? {});
    const context = new kept.InterpreterContext();
    const { root } = kept.interpreter.evaluate(text, kept.coerceContext({ ...all[0], ...constants }), undefined, context);
    return {
      inputs: all,
      decide(input) {
        const value = root({ ...kept.coerceContext(input), ...fixed });
        context.warnings.length = 0;
        return value;
      },
    };
  },
  zen({ text, graph, pick, collect, inputs }) {
    const all = inputs.map((input) => dated(input, (d) => d));
    if (text) return { inputs: all, decide: (input) => zen.evaluateExpressionSync(text, input) };
    const decision = engine.createDecision(new zen.ZenDecisionContent(graph));
    return {
      inputs: all,
      async: true,
      async decide(input) {
        const { result } = await decision.evaluate(input);
        return collect ? result.map((row) => row[pick]) : result[pick];
      },
    };
  },
};


const subjects = new Map();

const operations = {
  start(request) {
    const subject = peers[request.peer](request);
    subjects.set(request.id, { ...subject, next: 0 });
    return {};
  },
  async answers({ id }) {
    const { inputs, decide } = subjects.get(id);
    const answers = [];
    for (const input of inputs) answers.push(await decide(input));
    return { answers };
  },
  async measure({ id, n }) {
    const s = subjects.get(id);
    const { inputs, decide } = s;
    let i = s.next;
    globalThis.gc?.();
    const start = process.cpuUsage();
    if (s.async) {
      for (let k = 0; k < n; k++) {
        await decide(inputs[i]);
        if (++i === inputs.length) i = 0;
      }
    } else {
      for (let k = 0; k < n; k++) {
        decide(inputs[i]);
        if (++i === inputs.length) i = 0;
      }
    }
    const { user, system } = process.cpuUsage(start);
    s.next = i;
    return { nanoseconds: (user + system) * 1000 };
  },
  stop({ id }) {
    subjects.delete(id);
    return {};
  },
};

const write = (answer) => process.stdout.write(JSON.stringify(answer) + '\n');
write({ versions, missing });
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  try {
    write(await operations[request.op](request));
  } catch (error) {
    write({ error: String(error?.message ?? error).split('\n')[0] });
  }
}

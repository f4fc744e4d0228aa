import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { runScenario } from './client.ts'

/** The result of one scenario. `problems` has the checks that failed. */
export type ScenarioResult = { readonly passed: boolean; readonly line: string; readonly problems: string }

const here = import.meta.dirname
const SUITE = resolve(here, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** Many scenarios share two cores. */
const SCENARIO_MS = 120_000

/** The suite starts all scenarios at once; more than a few would only wait for each other. */
const AT_ONCE = 6

/** Runs everything that a revision requires of a client, and returns the results by scenario. */
export async function runRequirements(node: string, revision: string): Promise<Map<string, ScenarioResult>> {
  const bridge = await openBridge()
  try {
    const command = `"${process.execPath}" "${resolve(here, 'bridge.mjs')}" ${bridge.address}`
    const args = [SUITE, 'client', '--command', command, '--requirements', revision]
    const output = await outputOf(node, [...args, '--timeout', String(SCENARIO_MS), '--verbose'])
    return resultsIn(output, bridge.failures)
  } finally {
    await bridge.close()
  }
}

const Asked = z.object({
  url: z.string(),
  name: z.string(),
  version: z.string(),
  context: z.looseObject({
    client_id: z.exactOptional(z.string()),
    client_secret: z.exactOptional(z.string()),
    toolCalls: z.exactOptional(
      z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })),
    ),
  }),
})

/** Runs scenarios in this process, which has our client loaded. */
async function openBridge() {
  const failures = new Map<string, string>()
  const inTurn = createTurns(AT_ONCE)
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { name, ...scenario } = Asked.parse(JSON.parse(body))
      inTurn(() => runScenario(scenario))
        .then(() => response.end('done'))
        .catch((error: unknown) => {
          failures.set(name, String(error))
          response.writeHead(500).end(String(error))
        })
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    failures,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** Runs work, at most `most` at once, in the order it was given. */
function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work: () => Promise<void>): Promise<void> => {
    if (running === most) await new Promise<void>((ready) => waiting.push(ready))
    else running += 1
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function outputOf(node: string, args: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', failed)
    child.once('close', () => done(output))
  })
}

/** Reads the summary: a line for each scenario, with the failed checks below it. */
function resultsIn(output: string, failures: ReadonlyMap<string, string>): Map<string, ScenarioResult> {
  const results = new Map<string, ScenarioResult>()
  const [, summary = ''] = output.split('=== SUITE SUMMARY ===')
  for (const block of summary.split(/\n(?=[✓✗-] )/)) {
    const [line = '', ...problems] = block.split('\n')
    const [, mark = '', name = ''] = /^([✓✗-]) (\S+?): /.exec(line) ?? []
    if (name === '') continue
    const ours = failures.get(name) ?? ''
    results.set(name, { passed: mark === '✓', line, problems: [...problems, ours].join('\n') })
  }
  if (results.size === 0) throw new Error(`The suite printed no results:\n${output.slice(-4_000)}`)
  return results
}

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYDAY } from '../support/data/everyday-commands.ts'
import { writeWheel } from '../support/desktop/wheel.ts'
import { isOther, openSandboxRig, supportHere, USERS } from '../support/rigs/sandbox-rig.ts'

/** The programs of this repository. In a checkout below a temporary folder the sandbox sees them only when told to. */
const TOOLS = resolve('node_modules')
const TOOLS_SEEN = /^\/(?:var\/)?tmp\//.test(TOOLS) ? { write: [TOOLS] } : {}

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap' && support.proxy

const isThere = (program: string, user: Partial<{ uid: number; gid: number }> = {}): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`], { stdio: 'ignore', ...user })
    return true
  } catch {
    return false
  }
}
const missing = [...new Set(EVERYDAY.flatMap(({ needs }) => needs))].filter((program) => !isThere(program))
const NOBODY = { uid: 65_534, gid: 65_534 }
const here = EVERYDAY.filter(({ needs }) => !needs.some((program) => missing.includes(program)))

const registry = createServer((request, answer) => {
  const version = { name: 'left', version: '1.2.3', dist: { tarball: 'http://x/left.tgz' } }
  const body = { name: 'left', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }
  answer.writeHead(request.url?.startsWith('/left') === true ? 200 : 404, {
    'content-type': 'application/json',
  })
  answer.end(JSON.stringify(body))
})
let port = 0
let wheels = ''

beforeAll(async () => {
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done))
  const address = registry.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  wheels = await mkdtemp(join(process.getuid?.() === 0 ? '/opt' : homedir(), 'orrery-wheels-'))
  execFileSync('chmod', ['755', wheels])
  await writeFile(join(wheels, 'demo_wheel-1.0-py3-none-any.whl'), writeWheel('demo_wheel', 'v = 42\n'))
})
afterAll(async () => {
  registry.close()
  await rm(wheels, { recursive: true, force: true })
})

describe.skipIf(!hasSandbox)('inside the sandbox', () => {
  const used = [...new Set(here.flatMap(({ needs }) => needs))].sort().join(', ')
  const ran = `run here: ${here.length} of ${EVERYDAY.length} (${used})`
  it(`knows forty commands; ${ran}${missing.length === 0 ? '' : `; not there: ${missing.join(', ')}`}`, () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(40)
    expect(here.length).toBeGreaterThanOrEqual(36)
  })

  for (const user of USERS) {
    const ordinary = isOther(user)
    const mine = here.filter(({ needs }) =>
      needs.every((program) => isThere(program, ordinary ? NOBODY : {})),
    )
    // Each command has a project and a home folder of its own, so that several run at once.
    it.concurrent.for(mine)(
      `as ${user}: $name works as outside`,
      { timeout: 240_000 },
      async ({ prepare = 'true', command, prints = /^/, refused, plainGit = false }, test) => {
        const results = []
        for (const where of ['outside', 'inside'] as const) {
          const rig = await openSandboxRig({
            ordinary,
            finished: (work) => test.onTestFinished(work),
            opensGitSettings: plainGit,
            settings: TOOLS_SEEN,
            grants: [{ tool: 'network', pattern: `localhost:${port}`, action: 'allow' }],
            environment: {
              REGISTRY: `http://127.0.0.1:${port}`,
              WHEELS: wheels,
              CARGO_HOME: '',
              RUSTUP_HOME: join(homedir(), '.rustup'),
              TOOLS,
            },
          })
          const home = `export CARGO_HOME="$HOME/.cargo" PROJECT="${rig.root}"; `
          await rig.outside('mkdir -p ~/.npm ~/.cargo/registry ~/go/pkg ~/.cache/go-build ~/.cache/pip')
          const ready = await rig.outside(home + prepare)
          if (ready.exitCode !== 0) throw new Error(`It cannot be prepared: ${ready.output}`)
          const { exitCode, output } = await rig[where](home + command)
          const good = refused === true ? exitCode !== 0 : exitCode === 0
          results.push({
            where,
            good,
            prints: prints.test(output),
            ...(good && prints.test(output) ? {} : { output }),
          })
        }
        const well = { good: true, prints: true }
        test.expect(results).toEqual([
          { where: 'outside', ...well },
          { where: 'inside', ...well },
        ])
      },
    )
  }
})

import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSelfTest, SELF_TEST } from '../../src/main/sandbox/system/self-test.ts'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'

describe.runIf(hasSandbox)('a command in the sandbox that fails', () => {
  it('runs once, also when it empties its temporary folder', async () => {
    const rig = await openSandboxRig()
    const ran = await rig.inside('echo again >> runs.txt; rm -rf /tmp/* /tmp/.[!.]*; exit 3')
    expect(ran.exitCode).toBe(3)
    expect(await readFile(join(rig.root, 'runs.txt'), 'utf8')).toBe('again\n')
  })

  it('runs where nothing can be written to its temporary folder', async () => {
    const rig = await openSandboxRig()
    await chmod(rig.at('temp'), 0o555)
    expect(await rig.inside('echo ran')).toMatchObject({ exitCode: 0, output: 'ran\n' })
  })
})

describe.runIf(hasSandbox)('the cache of Go', () => {
  it('shares archives with the person, and keeps repositories and toolchains to the project', async () => {
    const rig = await openSandboxRig()
    const folders = ['cache/download/a.test', 'cache/download/golang.org/x', 'cache/vcs/r', 'a.test@v1'].join(
      ' ',
    )
    await rig.outside(
      `mkdir -p ~/go/pkg/mod; cd ~/go/pkg/mod; mkdir -p ${folders}; for f in ${folders}; do echo old > $f/f; done`,
    )
    const places = `cache/download/a.test cache/download/golang.org/x cache/download/golang.org/toolchain cache/vcs/r a.test@v1`
    const written = await rig.inside(
      `cd ~/go/pkg/mod; cat cache/download/a.test/f; ls cache/vcs 2>/dev/null; for f in ${places}; do mkdir -p $f; echo new > $f/f; done`,
    )
    expect(written).toMatchObject({ exitCode: 0, output: 'old\n' })
    const seen = await rig.outside(
      `cd ~/go/pkg/mod; for f in ${places}; do cat $f/f 2>/dev/null || echo none; done`,
    )
    expect(seen.output.trim().split('\n')).toEqual(['new', 'new', 'none', 'old', 'new'])
    expect((await rig.inside('cat ~/go/pkg/mod/cache/vcs/r/f')).output).toBe('new\n')
  })
})

describe.runIf(hasSandbox)('the self-test', () => {
  it('passes inside, and outside finds what is open there', async () => {
    const rig = await openSandboxRig()
    await rig.outside('mkdir -p ~/.ssh; echo key > ~/.ssh/id')
    const script = `SELF_TEST_SECRET=~/.ssh/id SELF_TEST_FILE=~/written; ${SELF_TEST}`
    const passed = (output: string) => {
      const checks = readSelfTest(output, existsSync(join(rig.home, 'written')))
      return checks.flatMap(({ check, ok }) => (ok ? [check] : []))
    }
    const inside = await rig.inside(script)
    expect(passed(inside.output)).toEqual(readSelfTest('', false).map(({ check }) => check))
    const outside = passed((await rig.outside(script)).output)
    for (const check of ['files', 'secrets', 'processes', 'calls'] as const)
      expect(outside).not.toContain(check)
  })
})

describe.runIf(hasSandbox && support.proxy)('a command in the sandbox that may reach a host', () => {
  it('gets all of many large answers at once, on its port and through the proxy', async () => {
    const port = await served()
    const rig = await openSandboxRig({
      grants: [{ tool: 'network', pattern: `localhost:${port}`, action: 'allow' }],
      // Variables that would stop any other Perl, at its start and at the first bytes.
      environment: { PERL5OPT: '-Mnothing_of_this_name', PERL_UNICODE: 'SAD' },
    })
    const ran = await rig.inside(
      `head -c 2000000 /dev/zero > sent; for n in $(seq 12); do for x in '' "$HTTP_PROXY"; do curl -sS --noproxy "" -x "$x" -T sent -o got-$n\${x:+-x} http://127.0.0.1:${port}/ & w="$w $!"; done; done; wait $w; cat got-* | wc -c; curl -sS http://127.0.0.1:${port}/; ps -e -o comm= | grep -c socat`,
    )
    expect(ran.output.split(/\s+/)).toEqual(['48000000', 'served0', ''])
  })

  it('starts once its way there is open, also without Perl and however slow that is', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'orrery-slow-'))
    onTestFinished(() => rm(bin, { recursive: true, force: true }))
    const forwarder = '#!/bin/sh\nsleep 0.4\nexec /usr/bin/socat "$@"\n'
    await writeFile(join(bin, 'socat'), forwarder, { mode: 0o755 })
    const port = await served()
    const rig = await openSandboxRig({
      grants: [{ tool: 'network', pattern: `localhost:${port}`, action: 'allow' }],
      rules: [{ tool: 'read', pattern: '/usr/bin/perl', action: 'deny' }],
      environment: { PATH: `${bin}:${process.env['PATH']}` },
    })
    const ran = await rig.inside(`perl -e 1 2>/dev/null || curl -sS http://127.0.0.1:${port}/`)
    expect(ran).toMatchObject({ exitCode: 0, output: 'served' })
  })
})

/** Starts a web server of this machine, which answers with what it gets, and returns its port. */
async function served(): Promise<number> {
  const server = createServer((request, answer) =>
    request.method === 'PUT' ? request.pipe(answer) : answer.end('served'),
  )
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

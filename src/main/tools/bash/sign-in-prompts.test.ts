import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { officeCertificates } from '../../../../test/support/models/office-certificates.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

/** A person with windows that ask for passwords. Each notes that it was opened and waits. */
async function personWithPrompts() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-prompts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const opened = join(folder, 'opened')
  const asks = join(folder, 'ask')
  await writeFile(asks, `#!/bin/sh\necho "$@" >> '${opened}'\nsleep 60\n`, { mode: 0o755 })
  const environment = {
    ...process.env,
    GIT_ASKPASS: asks,
    SSH_ASKPASS: asks,
    SUDO_ASKPASS: asks,
    DISPLAY: ':99',
    GIT_TERMINAL_PROMPT: '1',
    // The settings of the person may name a helper that knows passwords.
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const project = await openToolProject({}, { environment })
  const prompts = () => readFile(opened, 'utf8').catch(() => '')
  const ends = async (command: string) => {
    const began = performance.now()
    const { text, isError } = await project.run('bash', { command, timeout_ms: 20_000 })
    return { text, isError, isQuick: performance.now() - began < 15_000 }
  }
  return { folder, ends, prompts }
}

/** A server that wants a password for every address. */
async function closedServer(folder: string) {
  const { authority, server: identity } = officeCertificates(folder, 'localhost')
  let asked = 0
  const server = createServer(identity, (_request, response) => {
    asked += 1
    response.writeHead(401, { 'www-authenticate': 'Basic realm="closed"' }).end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { authority, address: `https://localhost:${port}/closed.git`, asked: () => asked }
}

describe.skipIf(process.platform === 'win32')('a command that would ask for a password', () => {
  it.each([
    ['git ls-remote', (address: string) => `git ls-remote ${address}`],
    ['git clone', (address: string) => `git clone ${address} copy`],
    [
      'git push',
      (address: string) =>
        `git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a && git push ${address} HEAD:main`,
    ],
    [
      'git with a name in the address',
      (address: string) => `git ls-remote ${address.replace('//', '//ada@')}`,
    ],
  ])('fails at once and opens no window: %s', async (_what, commandFor) => {
    const person = await personWithPrompts()
    const server = await closedServer(person.folder)
    const command = `export GIT_SSL_CAINFO='${server.authority}'; ${commandFor(server.address)}`
    const { text, isError, isQuick } = await person.ends(command)
    expect(text).toMatch(/could not read (Username|Password)[\s\S]*terminal prompts disabled/)
    expect([isError, isQuick, server.asked() > 0]).toEqual([true, true, true])
    expect(await person.prompts()).toBe('')
  })

  it('fails at once and opens no window: a key of ssh with a passphrase', async () => {
    const person = await personWithPrompts()
    const key = join(person.folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'passphrase', '-f', key])
    const { isError, isQuick } = await person.ends(`ssh-keygen -y -f '${key}'`)
    expect([isError, isQuick, await person.prompts()]).toEqual([true, true, ''])
  })

  it('would open one without these settings', async () => {
    const person = await personWithPrompts()
    const server = await closedServer(person.folder)
    const variables = `GIT_SSL_CAINFO='${server.authority}' GIT_ASKPASS='${join(person.folder, 'ask')}'`
    await person.ends(`${variables} timeout 5 git ls-remote ${server.address}`)
    expect(await person.prompts()).toContain('Username')
  })
})

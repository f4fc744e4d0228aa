import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import script from '../../../resources/askpass/askpass.cjs?raw'
import starter from '../../../resources/askpass/askpass.sh?raw'
import { lockedGitServer, GIT_PASSWORD as PASSWORD } from '../../../test/support/disk/locked-git-server.ts'
import { realGit } from '../../../test/support/disk/real-git.ts'
import { silentLogger } from '../lib/logger.ts'
import { askVariables, createAskpass } from './askpass.ts'
import { createGitQuestions } from './git-questions.ts'

const never = new AbortController().signal

let temp = ''
beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'ask-'))
})
afterEach(() => rm(temp, { recursive: true, force: true }))

type Reply = (words: string, kind: string) => string | null

/** A git whose questions are answered by a function; without one they wait. */
function asking(
  reply: Reply | null,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
  folder = join(temp, 'askpass'),
  app: Parameters<typeof createAskpass>[0]['app'] = null,
) {
  const heard: string[] = []
  let count = 0
  const seen = new Set<string>()
  const questions = createGitQuestions({
    now: () => 0,
    newId: () => `q${++count}`,
    changed: () => {
      for (const { id, words, kind } of questions.list()) {
        if (seen.has(id) || reply === null) continue
        seen.add(id)
        heard.push(words)
        questions.answer(id, reply(words, kind))
      }
    },
    limitMs: reply === null ? 200 : 60_000,
  })
  const askpass = createAskpass({
    folder,
    platform: process.platform,
    helper: { starter, script },
    app,
    questions,
    logger: silentLogger,
  })
  return { heard, questions, askpass, folder, git: realGit(temp, inherited, askpass) }
}

/** A bare repository with one commit on a server, and a clone whose remote it is. */
async function repositories() {
  const [bare, work] = [join(temp, 'srv', 'forge.git'), join(temp, 'work')]
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  run('init', '-q', '--bare', '-b', 'main', bare)
  run('-C', bare, 'config', 'http.receivepack', 'true')
  run('init', '-q', '-b', 'main', work)
  run('-C', work, '-c', 'user.name=Mei', '-c', 'user.email=m@e', 'commit', '-q', '--allow-empty', '-m', 'One')
  const server = await lockedGitServer(join(temp, 'srv'))
  run('-C', work, 'remote', 'add', 'origin', `${server.url}/forge.git`)
  // The helper of the person must neither answer nor store anything in this test.
  run('-C', work, 'config', 'credential.helper', '')
  return { bare, work, server }
}

const push = { args: ['push', '--quiet', 'origin', 'main'], limitMs: 30_000 }

describe('git that asks the person', () => {
  it('pushes with the name and the password that the person typed, and keeps neither', async () => {
    const { work, server, bare } = await repositories()
    const { git, heard, folder } = asking((words) => (words.startsWith('Username') ? 'mei' : PASSWORD))
    const answer = await git.work({ ...push, folder: work, asks: true }, never)
    server.close()
    expect(answer).toMatchObject({ ok: true })
    expect(heard).toEqual([
      `Username for '${server.url}':`,
      `Password for '${server.url.replace('//', '//mei@')}':`,
    ])
    expect(spawnSync('git', ['-C', bare, 'log', '--format=%s', 'main'], { encoding: 'utf8' }).stdout).toBe(
      'One\n',
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('ends when the person cancels, and says so', async () => {
    const { work, server } = await repositories()
    const { git, heard } = asking(() => null)
    const answer = await git.work({ ...push, folder: work, asks: true }, never)
    server.close()
    expect(answer).toMatchObject({ ok: false, stopped: 'cancelled' })
    expect(heard).toHaveLength(1)
  })

  it('ends when nobody answers in time', async () => {
    const { work, server } = await repositories()
    const { git, questions } = asking(null)
    const answer = await git.work({ ...push, folder: work, asks: true }, never)
    server.close()
    expect(answer).toMatchObject({ ok: false, stopped: 'unanswered' })
    expect(questions.list()).toEqual([])
  })

  it('asks nothing without a wish of the person', async () => {
    const { work, server } = await repositories()
    const { git, heard } = asking(() => 'mei')
    const answer = await git.work({ ...push, folder: work }, never)
    server.close()
    expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining('could not read Username') })
    expect(heard).toEqual([])
  })

  it('ends its questions with the app', async () => {
    const { work, server } = await repositories()
    const stop = new AbortController()
    const { git, questions } = asking(null)
    const ended = git.work({ ...push, folder: work, asks: true }, stop.signal)
    await expect.poll(() => questions.list().length).toBe(1)
    stop.abort(new Error('closed'))
    await expect(ended).rejects.toThrow('closed')
    server.close()
    expect(questions.list()).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('ssh that asks the person', () => {
  it('shows the key of an unknown server, and connects when it is trusted', async () => {
    const { work, server } = await repositories()
    server.close()
    const bin = join(temp, 'bin')
    await mkdir(bin)
    const words =
      "The authenticity of host 'forge' can't be established.\nED25519 key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDMaYmbSEQ6rGBmPuw.\nAre you sure you want to continue connecting (yes/no/[fingerprint])? "
    await writeFile(
      join(bin, 'ssh'),
      `#!/bin/sh\n[ "$SSH_ASKPASS_REQUIRE" = force ] || exit 9\nheard=$("$SSH_ASKPASS" "${words}") || exit 8\n[ "$heard" = yes ] || exit 7\nshift $(($# - 1))\nexec sh -c "$1"\n`,
    )
    await chmod(join(bin, 'ssh'), 0o755)
    spawnSync('git', [
      '-C',
      work,
      'remote',
      'set-url',
      'origin',
      `ssh://forge${join(temp, 'srv', 'forge.git')}`,
    ])
    const inherited = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
    const kinds: string[] = []
    const yes = asking((_words, kind) => {
      kinds.push(kind)
      return 'yes'
    }, inherited)
    expect(await yes.git.work({ ...push, folder: work, asks: true }, never)).toMatchObject({ ok: true })
    expect([kinds, yes.heard]).toEqual([['host-key'], [words.trim()]])
    const no = asking(() => null, inherited)
    const refused = await no.git.work({ ...push, folder: work, asks: true }, never)
    expect(refused).toMatchObject({ ok: false, stopped: 'cancelled' })
  })
})

describe('the way of git to the person', () => {
  it('is closed to other users, and to who has no token', async () => {
    const { askpass, folder, questions } = asking(null)
    const session = await askpass.open({ folder: temp, act: 'push', limitMs: 1_000 }, never)
    const socket = session?.environment['ORRERY_ASKPASS_SOCKET'] ?? ''
    if (process.platform !== 'win32') {
      expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700)
      expect((await stat(socket)).mode & 0o777).toBe(0o600)
    }
    const line = JSON.stringify({ token: 'x'.repeat(64), prompt: 'Password: ', hint: '' })
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const helper = createConnection(socket, () => void helper.write(`${line}\n`))
      helper.on('data', (piece) => {
        text += String(piece)
      })
      helper.once('close', () => resolve(text))
    })
    expect([said, questions.list()]).toEqual(['', []])
    await session?.close()
    expect(await readdir(folder)).toEqual([])
  })

  it('writes its helper for each process, and clears what a killed app has left', async () => {
    const { askpass, folder } = asking(null)
    await mkdir(join(folder, 'left'), { recursive: true })
    const about = { folder: temp, act: 'fetch', limitMs: 1_000 }
    const [first, second] = [await askpass.open(about, never), await askpass.open(about, never)]
    expect(await readdir(folder)).toHaveLength(2)
    const file = second?.environment['ORRERY_ASKPASS_SCRIPT'] ?? ''
    await writeFile(first?.environment['ORRERY_ASKPASS_SCRIPT'] ?? '', 'changed')
    expect(await readFile(file, 'utf8')).toBe(script)
    await first?.close()
    expect(await readFile(file, 'utf8')).toBe(script)
    await second?.close()
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['--gpu-launcher=touch ran', '$(touch ran)', '-e'])(
    'starts its program with the same words, whatever a server asks: %s',
    async (prompt) => {
      const program = join(temp, 'program')
      await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$#" "$@" "$ORRERY_ASKPASS_PROMPT"\n', {
        mode: 0o700,
      })
      const app = { executable: program, switch: '', folder: '/app folder' }
      const { askpass } = asking(null, process.env, undefined, app)
      const session = await askpass.open({ folder: temp, act: 'fetch', limitMs: 1_000 }, never)
      const env = { ...process.env, ...session?.environment }
      const { stdout } = spawnSync(env['SSH_ASKPASS'] ?? '', [prompt], { env, cwd: temp, encoding: 'utf8' })
      await session?.close()
      expect(stdout.split('\n')).toEqual(['2', '/app folder', '--askpass', prompt, ''])
      expect(await readdir(temp)).not.toContain('ran')
    },
  )

  it('is missing where its folder cannot be made, and git works without it', async () => {
    await writeFile(join(temp, 'file'), '')
    const { git } = asking(null, process.env, join(temp, 'file', 'askpass'))
    const answer = await git.work({ folder: temp, args: ['--version'], limitMs: 10_000, asks: true }, never)
    expect(answer).toMatchObject({ ok: true })
  })

  it.each(['/home/mei/.orrery/data/askpass', 'C:\\Users\\Mei Lin\\.orrery\\data\\askpass'])(
    'is named to git and ssh below %s',
    (place) => {
      const starter = `${place}/askpass.sh`
      const app = { executable: 'orrery', switch: '--no-sandbox', folder: place }
      expect(askVariables({ starter, app, socket: 's', token: 't' })).toEqual({
        GIT_ASKPASS: starter,
        SSH_ASKPASS: starter,
        SSH_ASKPASS_REQUIRE: 'force',
        ORRERY_ASKPASS_RUNTIME: 'orrery',
        ORRERY_ASKPASS_SWITCH: '--no-sandbox',
        ORRERY_ASKPASS_SCRIPT: place,
        ORRERY_ASKPASS_SOCKET: 's',
        ORRERY_ASKPASS_TOKEN: 't',
      })
    },
  )
})

import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openHeadless } from '../../src/main/headless.ts'
import { openTempFolder } from '../support/disk/temp-folder.ts'

const WINDOW = { windowId: 1 }
const hook = (file: string) => `on = "session.start"\ncommand = "echo ran >> '${file}'"\n`
const textOf = (file: string) => readFile(file, 'utf8').catch(() => '')

/** An app on a computer whose administrator is the user of the test. */
async function start(policy: string, set: readonly string[] = []) {
  const { at } = await openTempFolder('managed')
  const [folder, home, project] = [at('etc'), at('home'), at('project')]
  const place = { file: join(folder, 'managed.toml'), hooks: join(folder, 'hooks') }
  const ran = { managed: at('managed-ran'), user: at('user-ran') }
  for (const each of [place.hooks, join(home, 'hooks'), join(project, '.orrery')]) {
    await mkdir(each, { recursive: true })
  }
  for (const each of [folder, place.hooks]) await chmod(each, 0o755)
  const decree = async (text: string) => {
    await writeFile(place.file, text)
    await chmod(place.file, 0o644)
  }
  await decree(policy)
  await writeFile(join(place.hooks, 'guard.toml'), hook(ran.managed))
  await chmod(join(place.hooks, 'guard.toml'), 0o644)
  await writeFile(join(home, 'hooks', 'mine.toml'), hook(ran.user))
  const owner = (await stat(folder)).uid
  const app = await openHeadless({
    home,
    send: () => {},
    set,
    managed: { ...place, owner },
    practicePauseMs: 0,
  })
  onTestFinished(app.close)
  app.windowOpened(WINDOW.windowId)
  const { id } = await app.handlers['project.add']({ path: project }, WINDOW)
  const say = async () => {
    const target = {
      to: 'project' as const,
      projectId: id,
      model: 'orrery/practice',
      permissionMode: 'bypass' as const,
    }
    const { sessionId } = await app.handlers['session.send']({ target, text: 'help', images: [] }, WINDOW)
    await app.idle()
    return sessionId
  }
  const list = () => app.handlers['hooks.list']({ projectId: id }, WINDOW)
  const inForce = () => app.handlers['settings.inForce']({ projectId: id }, WINDOW)
  return { app, id, home, project, place, ran, decree, say, list, inForce }
}

it('runs the hooks of the administrator only where the policy asks for it, and none where it forbids all', async () => {
  const { ran, say, list, decree, app } = await start('[hooks]\nallow = "managed"\n')
  await say()
  expect([await textOf(ran.managed), await textOf(ran.user)]).toEqual(['ran\n', ''])
  // A switch of the person changes nothing about a hook of the administrator.
  await app.handlers['hooks.turn']({ key: 'managed:guard', on: false }, WINDOW)
  await app.handlers['hooks.turn']({ key: null, on: false }, WINDOW)
  await say()
  expect(await textOf(ran.managed)).toBe('ran\nran\n')

  await decree('[hooks]\nallow = "none"\n')
  await expect.poll(async () => (await list()).allowed).toBe('none')
  await say()
  expect(await textOf(ran.managed)).toBe('ran\nran\n')

  await decree('permissionMode = "ask"\n')
  await expect.poll(async () => (await list()).allowed).toBe('all')
  await app.handlers['hooks.turn']({ key: null, on: true }, WINDOW)
  await say()
  expect([await textOf(ran.managed), await textOf(ran.user)]).toEqual(['ran\nran\nran\n', 'ran\n'])
})

it('lets the policy about hooks decide about the status line command', async () => {
  const line = (text: string) => `[statusLine]\ncommand = "echo ${text}"\n[sandbox]\nmode = "off"\n`
  const { app, home, id, say, list, decree } = await start('[hooks]\nallow = "none"\n')
  await writeFile(join(home, 'config.toml'), line('mine'))
  await app.handlers['project.trust']({ projectId: id, trusted: true }, WINDOW)
  const sessionId = await say()
  const run = () => app.handlers['statusLine.run']({ sessionId }, WINDOW)
  expect(await run()).toEqual({ state: 'off' })

  await decree('[hooks]\nallow = "managed"\n')
  await expect.poll(async () => (await list()).allowed).toBe('managed')
  expect(await run()).toEqual({ state: 'off' })
  await decree(`${line('decreed')}[hooks]\nallow = "managed"\n`)
  await expect.poll(async () => (await run()).state).toBe('shown')
  expect(await run()).toEqual({ state: 'shown', text: 'decreed' })

  await decree('permissionMode = "ask"\n')
  await expect.poll(async () => (await list()).allowed).toBe('all')
  await expect.poll(run).toEqual({ state: 'shown', text: 'mine' })
})

it('shows each setting with its layer, and refuses a choice that the policy hides', async () => {
  const policy = 'permissionMode = "plan"\n[runs]\nmaxTurns = 4\n'
  const { app, home, project, inForce, place } = await start(policy, ['ui.theme=light', 'runs.maxTurns=9'])
  await writeFile(join(home, 'config.toml'), '[runs]\nmaxTurns = 50\nmaxMinutes = 3\n')
  await writeFile(join(project, '.orrery', 'config.toml'), '[runs]\nmaxTurns = 8\nmaxMinutes = 2\n')
  await writeFile(
    join(project, '.orrery', 'config.local.toml'),
    '[context]\nreserveOutput = 77\n[[permissions]]\ntool = "bash"\naction = "deny"\n',
  )
  await app.handlers['settings.set']({ locale: 'zh-CN' }, WINDOW)
  await expect(app.handlers['settings.set']({ permissionMode: 'bypass' }, WINDOW)).rejects.toThrow(
    'The setting permissionMode has a fixed value here',
  )
  const rowOf = async (key: string) => (await inForce()).settings.find((row) => row.key === key)
  // The file of the person is read again some moments after it was written.
  await expect
    .poll(() => rowOf('runs.maxTurns'))
    .toEqual({
      key: 'runs.maxTurns',
      value: '4',
      layer: 'managed',
      hidden: [
        { layer: 'user', value: '50' },
        { layer: 'project', value: '8' },
        { layer: 'commandLine', value: '9' },
      ],
    })
  const rows = Object.fromEntries(
    (await inForce()).settings.map(({ key, value, layer }) => [key, [value, layer]]),
  )
  expect(rows).toMatchObject({
    permissionMode: ['"plan"', 'managed'],
    'ui.theme': ['"light"', 'commandLine'],
    'ui.locale': ['"zh-CN"', 'window'],
    'runs.maxMinutes': ['2', 'project'],
    'context.reserveOutput': ['77', 'local'],
    'context.compactAt': ['0.8', 'builtin'],
    permissions: ['deny bash', 'local'],
  })
  const { files } = await inForce()
  expect(files.map(({ layer, problem }) => [layer, problem])).toEqual([
    ['user', null],
    ['project', null],
    ['local', null],
    ['managed', null],
  ])
  await chmod(place.file, 0o666)
  await writeFile(place.file, policy)
  await expect
    .poll(async () => (await inForce()).files.at(-1)?.problem?.message)
    .toBe(
      `${place.file} is ignored: users other than the administrator can change it. An administrator can remove their write permission.`,
    )
  expect((await rowOf('runs.maxTurns'))?.layer).toBe('commandLine')
})

it('gives agents the tools and skills that the settings leave them, and logs the chat in a file of its own', async () => {
  const { app, id, home, project, say } = await start('[tools]\npreset = "readonly"\n')
  await writeFile(join(project, '.orrery', 'config.toml'), '[skills]\ndisabled = ["orchestrate"]\n')
  const { agents } = await app.handlers['agents.list']({ projectId: id }, WINDOW)
  const offered = agents.find((agent) => agent.id === 'build')?.offered ?? []
  expect(offered).toEqual(expect.arrayContaining(['read', 'list', 'glob', 'grep', 'ask', 'plan', 'agent']))
  expect(
    offered.filter((name) => /^(bash|write|edit|job|memory_save|vault_http|cron_.*|workflow)$/.test(name)),
  ).toEqual([])
  const { skills } = await app.handlers['skills.list']({ projectId: id }, WINDOW)
  expect(skills.filter(({ isFixed }) => isFixed === true).map(({ name }) => name)).toEqual(['orchestrate'])
  const chat = await say()
  await app.handlers['session.attach']({ sessionId: chat, tail: 10 }, WINDOW)
  const logs = join(home, 'logs')
  await expect.poll(() => textOf(join(logs, 'sessions', `${chat}.log`))).toContain('"to":"completed"')
  await expect
    .poll(() => textOf(join(logs, 'attach.log')))
    .toContain(`"message":"Attached","data":{"windowId":1,"sessionId":"${chat}"`)
})

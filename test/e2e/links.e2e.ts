import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { startAgain } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true })
let person: Person
let requests = 0
const ids = { project: '', chat: '' }

/** Asks main as the page does. */
const ask = <T>(name: string, request: object): Promise<T> =>
  person.page.evaluate(
    ([call, asked]) =>
      (
        window as unknown as { orrery: { call: (name: string, request: unknown) => Promise<{ value: T }> } }
      ).orrery
        .call(call, asked)
        .then(({ value }) => value),
    [name, request] as const,
  )

/** What a link must not change: chats, projects, the mode, and requests to the model. */
const state = async () => ({
  projects: (await ask<readonly { id: string; trusted: unknown; path: string }[]>('project.list', {})).map(
    ({ id, trusted, path }) => [id, trusted, path],
  ),
  chats: await ask<unknown>('session.list', { projectId: ids.project, limit: 50 }),
  asked: story.server().requests.length,
  windows: story.desktop().app.windows().length,
})

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  story.server().enqueue(textScript('The moon pulls the sea.'))
  await person.say('Why are there tides?')
  await person.reads('The moon pulls the sea.')
  await person.rests()
  requests = story.server().requests.length
  const [project] = await ask<readonly { id: string }[]>('project.list', {})
  ids.project = project?.id ?? ''
  const { sessions } = await ask<{ sessions: readonly { id: string }[] }>('session.list', {
    projectId: ids.project,
    limit: 5,
  })
  ids.chat = sessions[0]?.id ?? ''
})

describe('a link of another program', () => {
  it('opens a chat and a project in the window there is, and does nothing else', async () => {
    const before = await state()
    await person.goTo('Vault')
    expect(await startAgain(story, [`orrery://chat/${ids.chat}`])).toBe(0)
    await person.reads('The moon pulls the sea.')
    await person.goTo('Vault')
    expect(await startAgain(story, [`orrery://project/${ids.project}`])).toBe(0)
    await person.message.waitFor()
    expect(await state()).toEqual(before)
  })

  it('names what is not there, and opens nothing', async () => {
    const before = await state()
    await person.goTo('Vault')
    expect(await startAgain(story, ['orrery://chat/ses_nothing'])).toBe(0)
    await expect.poll(story.desktop().said).toContain('There is no chat “ses_nothing” here.')
    expect(await startAgain(story, ['orrery://run/wfr_nothing'])).toBe(0)
    expect(await startAgain(story, ['orrery://project/prj_nothing'])).toBe(0)
    expect(await state()).toEqual(before)
  })

  it.each([
    'orrery://chat/ses_1?send=rm%20-rf',
    'orrery://project/%2Fetc',
    'orrery://settings/permissionMode=bypass',
    'orrery://chat/../../project/x',
  ])('asks for nothing by %s, whatever else the program hands over', async (link) => {
    const before = await state()
    expect(await startAgain(story, [link, '--project', '/etc', '--set', 'permissionMode=bypass'])).toBe(0)
    expect(await state()).toEqual(before)
    await person.page.getByRole('heading', { name: 'Vault' }).first().waitFor()
  })

  it('leaves an open dialog and its words alone', async () => {
    await person.goTo('Chat')
    await person.button('Add project').first().click()
    await person.browser.waitFor()
    expect(await startAgain(story, [`orrery://chat/${ids.chat}`])).toBe(0)
    await person.browser.waitFor()
    await person.page.keyboard.press('Escape')
    await person.reads('The moon pulls the sea.')
    expect(story.server().requests.length).toBe(requests)
  })
})

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { secondWindow, startAgain } from '../support/desktop/desktop-shell.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true })
let person: Person
let other: Person

beforeAll(async () => {
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

const streaming = (first: string, rest: string) => {
  const gate = createGate()
  story.server().enqueue({
    steps: [
      { do: 'text', text: first },
      { do: 'wait', gate },
      { do: 'text', text: rest },
      { do: 'finish', reason: 'stop' },
    ],
  })
  return gate
}

describe('a window', () => {
  it('shows the words so far after a reload in mid-stream, and those that follow', async () => {
    const gate = streaming('The moon pulls ', 'the sea.')
    await person.say('Why are there tides?')
    await person.reads('The moon pulls')
    await person.page.reload()
    await person.reads('The moon pulls')
    await person.stop.waitFor()
    gate.open()
    await person.reads('The moon pulls the sea.')
    await person.rests()
    await expect.poll(() => person.entries('Assistant').count()).toBe(1)
  })

  it('shows the same session as another window, word for word', async () => {
    other = personAt(await secondWindow(story.desktop().app))
    await other.reads('The moon pulls the sea.')
    const gate = streaming('Twice ', 'a day.')
    await person.say('How often?')
    await person.reads('Twice')
    await other.reads('Twice')
    gate.open()
    await person.reads('Twice a day.')
    await other.reads('Twice a day.')
  })

  it('shows, like another window, the rest of an answer that broke off, once', async () => {
    story
      .server()
      .enqueue({ steps: [{ do: 'text', text: 'High water comes' }, { do: 'drop' }] }, textScript(' at noon.'))
    await person.say('When is it high?')
    for (const one of [person, other]) {
      await one.reads('at noon.')
      await one.rests()
      await expect.poll(() => one.conversation.getByText('High water comes').count()).toBe(1)
      await expect.poll(() => one.conversation.getByText('at noon.').count()).toBe(1)
    }
  })

  it('takes away a question that was answered in another', async () => {
    story
      .server()
      .enqueue(
        callScript([{ name: 'bash', args: { command: 'touch hello.txt && echo hello' } }]),
        textScript('It said hello.'),
      )
    await person.say('Say hello with a command.')
    await person.approval.waitFor()
    await other.button('Allow once', other.approval).click()
    await person.approval.waitFor({ state: 'hidden' })
    await person.reads('It said hello.')
    await other.reads('It said hello.')
    await other.page.close()
  })

  it('is there for a second start, which shows a chat here by words of its title and ends', async () => {
    await person.goTo('Vault')
    expect(await startAgain(story, ['--session', 'are there TIDES'])).toBe(0)
    await person.reads('The moon pulls the sea.')
    expect(await startAgain(story, ['--session', 'no such chat'])).toBe(0)
    await expect.poll(story.desktop().said).toContain('There is no chat “no such chat” here.')
    expect(story.desktop().app.windows()).toHaveLength(1)
  })

  it('is there for a second start, which opens its project here and ends', async () => {
    const folder = join(story.person, 'another 文件夹')
    await mkdir(folder)
    expect(await startAgain(story, ['--project', folder])).toBe(0)
    await person.projects.getByRole('button', { name: 'another 文件夹', exact: true }).waitFor()
    await person.page.getByText(/What would you like to do in another 文件夹\?/).waitFor()
    expect(story.desktop().app.windows()).toHaveLength(1)
    story.server().enqueue(textScript('Good day.'))
    await person.say('Greet me.')
    await person.reads('Good day.')
    await person.rests()
  })

  it('comes back by itself after its page crashed, with the answer that goes on', async () => {
    await person.sessions.getByRole('button', { name: 'Why are there tides?' }).first().click()
    await person.reads('The moon pulls the sea.')
    const gate = streaming('Before the crash ', 'and after it.')
    await person.say('Say it in two parts.')
    await person.reads('Before the crash')
    const { app } = story.desktop()
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(textOfPage, { timeout: 15_000 }).toContain('Before the crash')
    gate.open()
    await expect.poll(textOfPage, { timeout: 15_000 }).toContain('Before the crash and after it.')
  })

  it('opens at the chat that the first start names, whichever was open last', async () => {
    await story.desktop().kill()
    person = personAt((await story.start({ args: ['--session', 'Greet ME'] })).page)
    await person.reads('Good day.')
    expect(await person.conversation.getByText('The moon pulls the sea.').count()).toBe(0)
  })
})

/** A page that has crashed is lost to the test's own connection, so the main process is asked. */
async function textOfPage(): Promise<string> {
  return story.desktop().app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
    const late = new Promise((done) => setTimeout(done, 1_000, ''))
    return String(await Promise.race([contents.executeJavaScript('document.body.textContent'), late]))
  })
}

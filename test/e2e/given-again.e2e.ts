import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseChinese, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const inspector = () => person.page.getByRole('complementary', { name: 'Inspector' })
const newest = () => JSON.stringify(story.server().requests.at(-1)?.body)
const divider = () => person.conversation.getByText(/Earlier messages were summarised/)
const GIVEN = 'Files reloaded after the summary: moon.md, tide.md'

beforeAll(async () => {
  await writeFile(join(story.project, 'tide.md'), 'The tide comes twice a day.\n')
  await writeFile(join(story.project, 'moon.md'), 'The moon is round.\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
  const steps = [
    { title: 'Read both files', status: 'completed' },
    { title: 'Write the almanac', status: 'pending' },
  ]
  story.server().enqueue(
    callScript([
      { id: 'c1', name: 'read', args: { path: 'tide.md' } },
      { id: 'c2', name: 'read', args: { path: 'moon.md' } },
    ]),
    callScript([{ id: 'c3', name: 'plan', args: { goal: 'An almanac', steps } }]),
    textScript(`All read. ${'It rises and falls. '.repeat(120)}`),
  )
  await person.say('Read the files for an almanac')
  await person.reads('All read.')
  await person.rests()
  story.server().enqueue(textScript('Up to six metres.'))
  await person.say('How high is it?')
  await person.reads('Up to six metres.')
  await person.rests()
})

describe('a chat that is compacted', () => {
  it('can be read in full again, because nothing follows the summary yet', async () => {
    const compact = inspector().getByRole('button', { name: 'Compact', exact: true })
    story.server().enqueue(textScript('They read two files for an almanac.'))
    await compact.click()
    await inspector().getByRole('button', { name: 'Compact now' }).click()
    await divider().waitFor()
    await person.rests()
    await person.button('Undo', person.conversation).click()
    await divider().waitFor({ state: 'hidden' })
    await person.button('Use the summary', person.conversation).click()
    await divider().waitFor()
  })

  it('gives its agent the files as they are now, and the list of steps, with the next request', async () => {
    await writeFile(join(story.project, 'tide.md'), 'The tide comes every twelve hours.\n')
    story.server().enqueue(textScript('It is known.'))
    await person.say('What do the files say?')
    await person.reads('It is known.')
    await person.rests()
    expect(newest()).toContain('They read two files for an almanac.')
    expect(newest()).not.toContain('It rises and falls.')
    expect(newest()).toContain('The moon is round.')
    expect(newest()).toContain('The tide comes every twelve hours.')
    expect(newest()).not.toContain('twice a day')
    expect(newest()).toMatch(/\[x\] Read both files.*\[ \] Write the almanac/)
    await person.reads(GIVEN)
    await inStoryLooks(story.desktop(), 'given-again.chat')
  })

  it('shows in the inspector what was given and what it weighs', async () => {
    await person.button('View request', inspector()).click()
    const rows = inspector().getByRole('listbox', { name: 'Outcome of every event' })
    await rows.getByText('Files, reloaded').waitFor()
  })

  it('says it all in Chinese, too', async () => {
    const { page } = person
    await chooseChinese(page)
    await page.getByText('摘要之后重新载入的文件：moon.md, tide.md').waitFor()
    await page.getByRole('button', { name: '查看请求', exact: true }).click()
    const rows = page.getByRole('listbox', { name: '每个事件的结果' })
    await rows.getByText('重新载入的文件', { exact: true }).waitFor()
    await inStoryLooks(story.desktop(), 'given-again.chinese')
  })
})

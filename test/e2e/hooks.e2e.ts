import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const story = tellStory({ withModel: true, inOrder: true })
let person: Person

const PUSH = callScript([{ id: 'call_1', name: 'bash', args: { command: 'git push origin main' } }])

async function openSection(name: string): Promise<void> {
  await person.goTo('Settings')
  const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
  await sections.getByRole('button', { name }).click()
}

const openHooks = () => openSection('Hooks')

beforeAll(async () => {
  const hooks = 'person/my code/潮汐 tide/.orrery/hooks'
  story.write(
    `${hooks}/no-push.toml`,
    `on = "tool.before"\ntools = ["bash"]\ndescription = "Keeps agents from pushing."\ncommand = "if grep -q 'git push'; then echo 'Pushing is for people.' >&2; exit 2; fi"\n`,
  )
  story.write(
    `${hooks}/no-keys.toml`,
    `on = "prompt.submit"\ncommand = "if grep -q 'the key is'; then echo 'Keys stay out of chats.' >&2; exit 2; fi"\n`,
  )
  // Lets a run go on once: after that its mark is there.
  story.write(
    `${hooks}/once-more.toml`,
    `on = "run.stop"\ncommand = "test -e more || { touch more; echo 'Say the depth as well.' >&2; exit 2; }"\n`,
  )
  story.write('person/my code/潮汐 tide/.orrery/config.local.toml', '[runs]\nmaxTurns = 31\n')
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe.skipIf(process.platform === 'win32')('hooks of a project', () => {
  it('do not run while the folder is not trusted', async () => {
    story.server().enqueue(textScript('Six metres.'))
    await person.say('How high?')
    await person.reads('Six metres.')
    await person.rests()
    expect(JSON.stringify(story.server().requests)).not.toContain('Say the depth')
    await openHooks()
    await person.page.getByText(/They do not run until you trust the folder/).waitFor()
    await person.goTo('Chat')
  })

  it('prolong a run once the person trusts the folder', async () => {
    await person.button('Trust this folder').click()
    await person.button('Trust this folder').waitFor({ state: 'hidden' })
    story.server().enqueue(textScript('Seven metres.'), textScript('And two deep.'))
    await person.say('And now?')
    await person.reads('And two deep.')
    await person.rests()
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('Say the depth as well.')
  })

  it('refuse a command, and the agent reads why', async () => {
    story.server().enqueue(PUSH, textScript('I may not push.'))
    await person.say('Push it')
    await person.reads('I may not push.')
    await person.rests()
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('Pushing is for people.')
    expect(await person.approval.count()).toBe(0)
  })

  it('refuse a message, which is found again from where it was refused, and sent in other words', async () => {
    await person.say('Mind that the key is 1234')
    const note = person.entries('Note').filter({ hasText: 'Keys stay out of chats.' })
    await note.waitFor()
    await person.rests()
    expect(await person.entries('You').filter({ hasText: '1234' }).count()).toBe(0)
    expect(await person.button('Continue').count()).toBe(0)
    await inStoryLooks(story.desktop(), 'hooks.refused')
    await person.button('Show your message', note).click()
    const mine = person.entries('You').filter({ hasText: '1234' })
    await mine.hover()
    await person.button('Edit and send again').last().click()
    const box = person.page.getByRole('textbox', { name: 'Edit and send again' })
    await expect.poll(() => box.inputValue()).toBe('Mind that the key is 1234')
    story.server().enqueue(textScript('I mind it.'))
    await box.fill('Mind the lock')
    await box.press('Enter')
    await person.reads('I mind it.')
    await person.rests()
    expect(JSON.stringify(story.server().requests)).not.toContain('1234')
  })

  it('stand in the settings with how they came out, and can be switched off', async () => {
    await openHooks()
    const { page } = person
    await page.getByText('Blocked: Pushing is for people.').waitFor()
    await inStoryLooks(story.desktop(), 'hooks')
    await page.getByRole('switch', { name: 'Run no-push' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Run no-push' }).isChecked()).toBe(false)
    await person.goTo('Chat')
    story.server().enqueue(PUSH, textScript('Not allowed.'))
    await person.say('Push again')
    await person.approval.waitFor()
    await person.button('Deny', person.approval).click()
    await person.reads('Not allowed.')
    await person.rests()
  })
  it('the settings in effect name the local file of the project', async () => {
    await openSection('Which settings apply')
    const row = person.page.getByRole('listitem').filter({ hasText: 'runs.maxTurns' })
    await row.filter({ hasText: '31' }).filter({ hasText: 'project, local' }).waitFor()
    await inStoryLooks(story.desktop(), 'layers')
    await person.goTo('Chat')
  })

  it('come back when the settings say so, and end with the trust taken back', async () => {
    const { page } = person
    const trust = page.getByRole('switch', { name: 'Trust 潮汐 tide' })
    await openHooks()
    await page.getByRole('switch', { name: 'Run no-push' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Run no-push' }).isChecked()).toBe(true)
    await openSection('Permissions')
    await page.getByText(/^Trusted: agents/).waitFor()
    await inStoryLooks(story.desktop(), 'trust')
    await trust.focus()
    await page.keyboard.press('Space')
    await page.getByText(/^Off: nothing in/).waitFor()
    await person.goTo('Chat')
    // A "no" is not asked about again, and can be taken back where it was given.
    expect(await person.button('Trust this folder').count()).toBe(0)
    story.server().enqueue(PUSH, textScript('Not allowed either.'))
    await person.say('Push without the hook')
    await person.approval.waitFor()
    await person.button('Deny', person.approval).click()
    await person.reads('Not allowed either.')
    await person.rests()
    await openSection('Permissions')
    await trust.click()
    await page.getByText(/^Trusted: agents/).waitFor()
    await person.goTo('Chat')
    story.server().enqueue(PUSH, textScript('Refused again.'))
    await person.say('Push with the hook')
    await person.reads('Refused again.')
    await person.rests()
    expect(await person.approval.count()).toBe(0)
  })

  it('of a plugin run after the installation, and not once its files have changed', async () => {
    const { page } = person
    const plugin = 'person/tide plugin'
    const root = 'home/plugins/tide-words'
    story.write(
      `${plugin}/.claude-plugin/plugin.json`,
      '{"name":"tide-words","version":"1.2.0","description":"Adds the moon."}',
    )
    story.write(`${plugin}/say.sh`, 'echo "The moon is full."\n')
    story.write(
      `${plugin}/hooks/hooks.json`,
      JSON.stringify({
        hooks: {
          UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'sh "${CLAUDE_PLUGIN_ROOT}/say.sh"' }] }],
        },
      }),
    )
    story.write(
      `${plugin}/skills/moon/SKILL.md`,
      '---\nname: moon\ndescription: Reads the moon.\n---\nLook up.\n',
    )
    story.write(
      `${plugin}/output-styles/tide.md`,
      '---\ndescription: Like a tide table.\n---\nAnswer as a tide table.\n',
    )
    await openSection('Plugins')
    await page.getByText('No plugins yet').waitFor()
    await inStoryLooks(story.desktop(), 'plugins.none')
    await page.getByLabel('Git address or path').fill(join(story.home, '..', plugin))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const card = page.getByRole('region', { name: 'Plugin tide-words' })
    await card.getByText('read and change the messages that you send').waitFor()
    await card.getByText('sh "PLUGIN/say.sh"').waitFor()
    await inStoryLooks(story.desktop(), 'plugins.card')
    await card.getByRole('button', { name: 'Install' }).click()
    const on = page.getByRole('switch', { name: 'Use the plugin tide-words' })
    await expect.poll(() => on.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Details of tide-words' }).click()
    await inStoryLooks(story.desktop(), 'plugins.installed')
    await openSection('Chats')
    const style = page.getByRole('combobox', { name: 'Output style of new chats' })
    await style.click()
    await page.getByRole('option', { name: 'tide' }).click()
    await page.getByText('Like a tide table.').waitFor()
    await inStoryLooks(story.desktop(), 'settings.style')
    await person.goTo('Chat')
    story.server().enqueue(textScript('Full.'))
    await person.say('How is the moon?')
    await person.reads('Full.')
    await person.rests()
    expect(JSON.stringify(story.server().requests.at(-1)?.body)).toContain('The moon is full.')
    story.write(`${root}/say.sh`, 'echo "Changed words."\n')
    story.server().enqueue(textScript('Dark.'))
    await person.say('How is the moon now?')
    await person.reads('Dark.')
    await person.rests()
    expect(JSON.stringify(story.server().requests)).not.toContain('Changed words.')
    await openSection('Plugins')
    await page.getByRole('button', { name: 'Review tide-words' }).waitFor()
    await inStoryLooks(story.desktop(), 'plugins.changed')
    await page.getByRole('button', { name: 'Review tide-words' }).click()
    await card.getByText('It asks for no further rights.').waitFor()
    await inStoryLooks(story.desktop(), 'plugins.review')
    await card.getByRole('button', { name: 'Use as it is now' }).click()
    await expect.poll(() => on.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Remove tide-words' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No plugins yet').waitFor()
  })
})

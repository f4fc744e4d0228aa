import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { byNewestWords } from '../support/stories/answer-rules.ts'

const MISSING = [
  ['windows', 'Orrery has no sandbox on Windows'],
  ['macos', 'sandbox-exec does not work here'],
  ['no-bubblewrap', 'bubblewrap is not installed'],
  ['no-namespaces', existsSync('/usr/bin/bwrap') ? 'user namespaces' : 'bubblewrap is not installed'],
] as const

describe.each(MISSING)('the app as on %s', (system, words) => {
  const story = tellStory({
    inOrder: true,
    server: {
      respond: byNewestWords(
        [
          ['Make it', () => callScript([{ name: 'bash', args: { command: 'touch made' } }])],
          ['"role":"tool"', () => textScript('That was it.')],
        ],
        'Good to meet you.',
      ),
    },
  })

  it('says what is missing, and its approvals guard each command', async () => {
    story.write('home/config.toml', `permissionMode = "accept_edits"\n${modelLines(story.server().baseUrl)}`)
    const person = personAt((await story.start({ env: { ORRERY_SANDBOX_SYSTEM: system } })).page)
    await person.addProject(story.project)
    const status = person.page.getByRole('status', { name: 'Status bar' })
    await status.getByText('No sandbox').waitFor({ state: 'attached' })
    await status.getByTitle(words).waitFor({ state: 'attached' })
    await person.say('Make it.')
    await person.button('Allow once', person.approval).click()
    await expect.poll(() => existsSync(join(story.project, 'made')), { timeout: PATIENCE_MS }).toBe(true)
    await person.rests()
    await person.goTo('Settings')
    const sections = person.page.getByRole('navigation', { name: 'Settings sections' })
    await person.button('Permissions', sections).click()
    const line = person.page.getByText(words).first()
    await line.scrollIntoViewIfNeeded()
    expect(await person.button('Try it').count()).toBe(0)
    if (system === 'windows') await inStoryLooks(story.desktop(), 'sandbox.missing')
  })
})

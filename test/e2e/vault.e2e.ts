import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import keytar from 'keytar'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Desktop } from '../support/desktop/desktop.ts'
import { lockedKeyring } from '../support/desktop/desktop-keyring.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { answerDialogs, clipboardText, holdTimers, noteClipboard } from '../support/desktop/desktop-shell.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'

const SECRET = 'a secret to look at 0815'
const PASSPHRASE = 'correct horse battery'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Secrets' }).getByRole('row').filter({ hasText: name })

async function addSecret(person: Person, name: string, value: string) {
  await person.button('Add secret').click()
  await person.page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await person.page.getByLabel('Value', { exact: true }).fill(value)
  await person.button('Save').click()
  await row(person.page, name).waitFor()
}

describe('a secret in the keychain', () => {
  const story = tellStory({ inOrder: true })
  let desktop: Desktop
  let person: Person

  it('is shown masked, and in clear only after the question of main was answered with yes', async () => {
    desktop = await story.start()
    person = personAt(desktop.page)
    await person.goTo('Vault')
    await addSecret(person, 'shown', SECRET)
    await answerDialogs(desktop.app, 1, 0)
    await row(person.page, 'shown').getByRole('button', { name: 'Reveal' }).click()
    await row(person.page, 'shown').getByRole('button', { name: 'Reveal' }).click()
    await person.page.getByText(SECRET).waitFor()
    await person.page.getByText(/hides in/).waitFor()
  })

  it('is hidden again when the person has gone elsewhere', async () => {
    await person.goTo('Settings')
    await person.page.getByText(SECRET).waitFor({ state: 'detached' })
    await person.goTo('Vault')
    await row(person.page, 'shown').getByRole('button', { name: 'Reveal' }).waitFor()
    expect(await person.page.getByText(SECRET).count()).toBe(0)
  })

  it('is on the clipboard for 30 seconds after it was copied', async () => {
    const pass = await holdTimers(desktop.app, 30_000)
    await row(person.page, 'shown').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => clipboardText(desktop.app)).toBe(SECRET)
    await pass()
    await expect.poll(() => clipboardText(desktop.app)).toBe('')
  })

  it('leaves the clipboard alone when something else is on it by then', async () => {
    const pass = await holdTimers(desktop.app, 30_000)
    await row(person.page, 'shown').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => clipboardText(desktop.app)).toBe(SECRET)
    await desktop.app.evaluate(({ clipboard }) => clipboard.writeText('a shopping list'))
    await pass()
    expect(await clipboardText(desktop.app)).toBe('a shopping list')
  })

  it('can be renamed and deleted, and the keychain follows', async () => {
    const { page } = person
    await row(page, 'shown').getByRole('button', { name: 'shown', exact: true }).click()
    await person.button('Rename').click()
    await page.getByLabel('New name').fill('renamed')
    await person.button('Rename').click()
    await row(page, 'renamed').waitFor()
    expect(await keytar.findCredentials(story.service)).toEqual([{ account: 'renamed', password: SECRET }])
    await addSecret(person, 'passing', 'not for long 1234')
    await row(page, 'passing').getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Type passing to delete it').fill('passing')
    await person.button('Delete permanently').click()
    await row(page, 'passing').waitFor({ state: 'detached' })
    expect(await keytar.getPassword(story.service, 'passing')).toBeNull()
  })

  it('is taken off the clipboard when the app is quit', async () => {
    const file = join(story.folder, 'clipboard.txt')
    await noteClipboard(desktop.app, file)
    await row(person.page, 'renamed').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => clipboardText(desktop.app)).toBe(SECRET)
    await desktop.quit()
    expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(SECRET)}\n""\n`)
    await keytar.deletePassword(story.service, 'renamed')
  })
})

describe('without a keychain', () => {
  const story = tellStory({ inOrder: true })
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  let person: Person

  it('says so and offers an encrypted file, which is made with a passphrase typed twice', async () => {
    person = personAt((await story.start({ env })).page)
    await person.goTo('Vault')
    const { page } = person
    await page.getByText('No system keychain is available.', { exact: false }).waitFor()
    await person.button('Use an encrypted file').click()
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await page.getByLabel('Confirm passphrase').fill(`${PASSPHRASE}?`)
    await person.button('Create the file').click()
    await page.getByRole('alert').filter({ hasText: 'The passphrases do not match.' }).waitFor()
    await page.getByLabel('Confirm passphrase').fill(PASSPHRASE)
    await person.button('Create the file').click()
    await addSecret(person, 'in-a-file', SECRET)
    const file = join(story.home, 'data', 'vault.enc.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(SECRET)
  })

  it('refuses a wrong passphrase in words and opens with the right one', async () => {
    await story.desktop().quit()
    story.write('home/config.toml', modelLines(story.server().baseUrl, 'apiKeyRef = "vault:in-a-file"'))
    person = personAt((await story.start({ env })).page)
    const { page } = person
    // Whoever only looks at the chat is told too, once, and led to where it can be mended.
    await page.getByText('The vault is locked, and', { exact: false }).waitFor()
    await person.button('Open vault').click()
    await page.getByText('The encrypted file is locked.', { exact: false }).waitFor()
    await page.getByLabel('Passphrase', { exact: true }).fill('something else')
    await person.button('Unlock').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /passphrase/i })
      .waitFor()
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await person.button('Unlock').click()
    await row(page, 'in-a-file').getByRole('button', { name: 'Reveal' }).waitFor()
    await person.goTo('Chat')
    await expect.poll(() => page.getByText('The vault is locked, and', { exact: false }).count()).toBe(0)
  })

  it('calls a model with the key from the file', async () => {
    await person.goTo('Chat')
    await person.addProject(story.project)
    story.server().enqueue(textScript('I know your key.'))
    await person.say('Hello.')
    await person.reads('I know your key.')
    expect(story.server().requests.at(-1)?.headers['authorization']).toBe(`Bearer ${SECRET}`)
  })
})

describe('a model whose key is not there yet', () => {
  const story = tellStory({ inOrder: true })

  it('fails in words that lead to the vault, and the run goes on once the key is typed', async () => {
    const { server } = story
    story.write('home/config.toml', modelLines(server().baseUrl, 'apiKeyRef = "vault:lab"'))
    const person = personAt((await story.start()).page)
    await person.addProject(story.project)
    await person.say('Do you know me?')
    await person.reads('There is no secret named “lab”. Add it in the vault.')
    await person.rests()
    expect(server().requests).toEqual([])
    await person.button('Open vault', person.conversation).click()
    // The vault knows what is wanted: only the value is left to type.
    await row(person.page, 'lab').getByText('value missing').waitFor()
    await inStoryLooks(story.desktop(), 'vault-wanted')
    await row(person.page, 'lab').getByRole('button', { name: 'Add value' }).click()
    await person.page.getByLabel('Value', { exact: true }).fill(SECRET)
    await person.button('Save').click()
    await row(person.page, 'lab').getByRole('button', { name: 'Reveal' }).waitFor()
    await person.goTo('Chat')
    server().enqueue(textScript('Now I do.'))
    await person.button('Continue', person.conversation).click()
    await person.reads('Now I do.')
    expect(server().requests.at(-1)?.headers['authorization']).toBe(`Bearer ${SECRET}`)
  })

  it('gets it no more once its use is revoked, and again when it is allowed', async () => {
    const person = personAt(story.desktop().page)
    const { page } = person
    await person.goTo('Vault')
    await row(page, 'lab').getByRole('button', { name: 'lab', exact: true }).click()
    const who = page.getByRole('region', { name: 'Access' })
    await who.getByText(`sent only to ${new URL(story.server().baseUrl).host}`).waitFor()
    await page.getByRole('region', { name: 'Last uses' }).getByText('Request to', { exact: false }).waitFor()
    await who.getByRole('button', { name: 'Revoke' }).click()
    await who.getByText('revoked: it gets no value').waitFor()
    const asked = story.server().requests.length
    await person.goTo('Chat')
    await person.say('And now?')
    await person.reads('may not use the secret “lab”')
    await person.rests()
    expect(story.server().requests.length).toBe(asked)
    await person.button('Open vault', person.conversation).last().click()
    await row(page, 'lab').getByRole('button', { name: 'lab', exact: true }).click()
    await page.getByText('refused', { exact: true }).waitFor()
    await inStoryLooks(story.desktop(), 'vault-uses')
    await who.getByRole('button', { name: 'Allow' }).click()
    await who.getByRole('button', { name: 'Revoke' }).waitFor()
    await person.goTo('Chat')
    story.server().enqueue(textScript('Yes, again.'))
    await person.button('Continue', person.conversation).last().click()
    await person.reads('Yes, again.')
    await keytar.deletePassword(story.service, 'lab')
  })
})

describe('a model whose key is in a variable that is not set', () => {
  const story = tellStory()

  it('fails in words that lead to the settings, where another place can be chosen', async () => {
    story.write(
      'home/config.toml',
      modelLines(story.server().baseUrl, 'apiKeyRef = "env:ORRERY_NO_SUCH_KEY"'),
    )
    const person = personAt((await story.start()).page)
    await person.addProject(story.project)
    await person.say('Do you know me?')
    await person.reads('The environment variable ORRERY_NO_SUCH_KEY is not set.')
    await person.rests()
    expect(await person.button('Open vault', person.conversation).count()).toBe(0)
    await person.button('Open settings', person.conversation).click()
    await person.page.getByText('env:ORRERY_NO_SUCH_KEY').first().waitFor()
  })
})

describe('with a locked keyring', () => {
  const story = tellStory()

  it('starts, says what is wrong and offers the encrypted file', async () => {
    const env = await lockedKeyring(join(story.folder, 'keyring'))
    const person = personAt((await story.start({ env })).page)
    await person.goTo('Vault')
    await person.button('Add secret').click()
    await person.page.getByRole('textbox', { name: 'Name', exact: true }).fill('refused')
    await person.page.getByLabel('Value', { exact: true }).fill(SECRET)
    await person.button('Save').click()
    await person.page.getByText('You can keep secrets in a file', { exact: false }).first().waitFor()
    await person.button('Use an encrypted file').waitFor()
    await story.desktop().quit()
  })
})

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHATGPT_KEY_REF } from '../../src/shared/model/chatgpt-plan.ts'
import { inStoryLooks } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'
import { seedUsage } from '../support/stories/seed-usage.ts'

/** Each answer costs a dollar. */
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: () => textScript('Here you are.', { prompt: 1_000, completion: 10_000 }) },
})
/** A model that the ChatGPT plan of the person pays for. */
const ON_PLAN = `
[models.plan]
type = "custom"
api = "openai-responses"
provider = "plan"
id = "tide"
label = "Tide"
baseUrl = "https://chatgpt.invalid"
apiKeyRef = "${CHATGPT_KEY_REF}"
contextWindow = 100000
maxTokens = 2000
reasoning = false
`
let person: Person
const panel = () => person.page.getByRole('form', { name: 'Limits' })
const limit = (name: string) => panel().getByRole('textbox', { name, exact: true })
const totals = () => person.page.getByRole('region', { name: 'Totals' })
const open = async () => {
  person = personAt((await story.start()).page)
}

beforeAll(async () => {
  const prices = 'inputPrice = 0\noutputPrice = 100\n[chats]\nmodelTitles = false'
  writeFileSync(join(story.home, 'config.toml'), modelLines(story.server().baseUrl, prices))
  await open()
  await person.addProject(story.project)
})

describe('the usage page', () => {
  it('shows what the first answer has cost', async () => {
    await person.say('One')
    await person.reads('Here you are.')
    await person.rests()
    await person.say('/usage')
    await totals().getByText('$1.00 estimated', { exact: false }).waitFor()
    await person.page.getByRole('radio', { name: 'Today' }).click()
    await person.page.getByRole('region', { name: 'By model' }).getByText('$1.00').waitFor()
  })

  it('refuses a warning above the stop limit, and keeps limits in the settings file', async () => {
    await limit('Warn per day ($)').fill('9')
    await limit('Stop per day ($)').fill('1.50')
    await person.button('Save limits').click()
    await panel().getByText('The warning must not be above the stop limit.').waitFor()
    await limit('Warn per day ($)').fill('0.50')
    await limit('Warn per day ($)').press('Enter')
    await panel().getByText('of $1.50').waitFor()
    const kept = readFileSync(join(story.home, 'config.toml'), 'utf8')
    expect(kept).toMatch(/\[limits\]\s+warnPerDay = 0\.5\s+stopPerDay = 1\.5/)
  })
})

describe('a limit per day', () => {
  it('warns, and pauses the next chat at the stop limit', async () => {
    await person.goTo('Chat')
    await person.say('Two')
    await person.reads('Everything together has cost $1.00 today.')
    await person.rests()
    await person.say('Three')
    await person.reads('The daily limit of $1.50 is reached: $2.00 was spent today.')
  })

  it('still stands after a restart, and says so to a run that wants to go on', async () => {
    await story.desktop().quit()
    await open()
    const asked = story.server().requests.length
    await person.button('Continue').or(person.button('Go on')).first().click()
    await person.page.getByText('Still paused: $2.00 of $1.50 is spent.').first().waitFor()
    expect(story.server().requests.length).toBe(asked)
  })

  it('is raised from the pause, and the run goes on', async () => {
    await person.button('Raise limit').click()
    await limit('Stop per day ($)').fill('20')
    await person.button('Save limits').click()
    await panel().getByText('of $20.00').waitFor()
    await person.goTo('Chat')
    await person.button('Continue').or(person.button('Go on')).first().click()
    await person.rests()
    await person.say('/usage')
    await totals().getByText('$3.00', { exact: true }).waitFor()
  })
})

describe('a limit of the project', () => {
  it('is set on the page of the project, and its file can only lower it', async () => {
    await person.page.getByRole('combobox', { name: 'Project' }).click()
    await person.page.getByRole('option').nth(1).click()
    await expect.poll(() => limit('Stop per day ($)').inputValue()).toBe('')
    await limit('Stop per day ($)').fill('50')
    await person.button('Save limits').click()
    await panel().getByText('of $50.00').waitFor()
    mkdirSync(join(story.project, '.orrery'), { recursive: true })
    writeFileSync(
      join(story.project, '.orrery', 'config.toml'),
      '[limits]\nstopPerDay = 2.5\nwarnPerDay = 90\n',
    )
    await person.goTo('Chat')
    await person.say('Four')
    await person.reads('The daily limit of the project')
    await person.button('Raise limit').last().click()
    await panel().getByText('The settings file of the project lowers these limits').waitFor()
    expect(await limit('Stop per day ($)').inputValue()).toBe('50.00')
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'usage-project')
    const kept = readFileSync(join(story.home, 'config.toml'), 'utf8')
    expect(kept).toMatch(/\[limits\.projects\.".+"\]\s+stopPerDay = 50/)
    expect(kept).toMatch(/\[limits\]\s+warnPerDay = 0\.5\s+stopPerDay = 20/)
  })
})

describe('a month of work', () => {
  it('is shown by project, model, agent and chat, in two looks', async () => {
    await story.desktop().quit()
    appendFileSync(join(story.home, 'config.toml'), ON_PLAN)
    seedUsage(story.home, Date.now(), 'plan/tide')
    await open()
    await person.say('/usage')
    await person.page.getByRole('figure', { name: /Spend per day/ }).waitFor()
    await person.page.getByRole('region', { name: 'By agent kind' }).getByText('Workflow agents').waitFor()
    await person.page.getByRole('row', { name: /Tide.*on the plan/ }).waitFor()
    await inStoryLooks({ app: story.desktop().app, page: person.page }, 'usage')
  })

  it('goes into a CSV file with what the plan covers, unless the person cancels', async () => {
    const file = join(story.home, 'month.csv')
    const pick = (canceled: boolean) =>
      story.desktop().app.evaluate(
        ({ dialog }, picked) => {
          dialog.showSaveDialog = async () => picked
        },
        { canceled, filePath: canceled ? '' : file },
      )
    await pick(true)
    await person.button('Export CSV').click()
    await pick(false)
    await person.button('Export CSV').click()
    await person.page.getByText('Saved month.csv.').waitFor()
    const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\r\n')
    expect(head).toMatch(/^day,project,chat,.*,plan_tokens$/)
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.filter((line) => /,plan\/tide,.*,[1-9]\d*$/.test(line)).length).toBeGreaterThan(5)
    expect(lines.filter((line) => /,openai\/gpt-5,.*,0$/.test(line)).length).toBeGreaterThan(0)
  })
})

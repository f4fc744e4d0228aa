import { beforeAll, describe, expect, it } from 'vitest'
import { chineseFindings } from '../support/data/chinese-words.ts'
import { chooseChinese, drawnAt, LARGE, SMALL } from '../support/desktop/desktop-looks.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { settled } from '../support/desktop/desktop-screens.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { callScript } from '../support/models/model-script.ts'
import { type AnswerRules, byNewestWords } from '../support/stories/answer-rules.ts'

const PLAN = { goal: '修好潮汐钟', steps: ['看看', '改一改'] }
const RULES: AnswerRules = [
  [
    '两个',
    () => callScript(['左', '右'].map((title) => ({ name: 'agent', args: { title, prompt: title } }))),
  ],
  ['左', () => callScript([{ name: 'bash', args: { command: 'touch left.txt' } }])],
  ['右', () => ({ steps: [{ do: 'text', text: '我看看' }, { do: 'hang' }] })],
  ['计划', () => callScript([{ name: 'propose_plan', args: PLAN }])],
]
const story = tellStory({
  inOrder: true,
  withModel: true,
  server: { respond: byNewestWords(RULES, '你好。') },
})
let person: Person

/** Looks at what is shown in a wide and in a narrow window. */
async function isChinese(place: string) {
  for (const size of [LARGE, SMALL]) {
    await drawnAt(story.desktop(), size)
    await settled(person.page)
    const found = await chineseFindings(person.page)
    expect({ place, width: size.width, ...found }).toEqual({ place, width: size.width, english: [], cut: [] })
  }
  await drawnAt(story.desktop(), LARGE)
}

const press = (key: string) => person.page.keyboard.press(key)
const button = (name: string | RegExp) => person.page.getByRole('button', { name, exact: true }).first()
const say = async (text: string) => {
  const message = person.page.getByRole('textbox', { name: '消息' })
  await message.fill(text)
  await message.press('Enter')
}

/** Visits every entry of a list beside a screen. */
async function visitEach(role: 'list' | 'navigation', list: string) {
  const entries = person.page.getByRole(role, { name: list, exact: true }).getByRole('button')
  await entries.first().waitFor()
  const count = await entries.count()
  expect(count).toBeGreaterThan(3)
  for (let at = 0; at < count; at += 1) {
    const name = (await entries.nth(at).textContent()) ?? ''
    await entries.nth(at).click()
    await isChinese(`${list}: ${name}`)
  }
}

beforeAll(async () => {
  person = personAt((await story.start({ size: LARGE })).page)
  await person.addProject(story.project)
})

describe('a window in Chinese says nothing in English, and everything fits', () => {
  it('in a chat whose agents ask, with the limits open', async () => {
    await chooseChinese(person.page)
    await say('请开始两个。')
    await person.page.getByRole('alertdialog', { name: '需要批准' }).waitFor()
    await isChinese('agents that ask')
    await button('设置限额').click()
    await isChinese('limits of a chat')
    await press('Escape')
  })

  it('in the conversation of an agent', async () => {
    await button('打开“右”的对话').click()
    await person.page.getByRole('navigation', { name: '当前查看的智能体' }).getByText('右').waitFor()
    await isChinese('conversation of an agent')
    await button('停止“右”').click()
    await button('返回对话').click()
    await isChinese('an agent that was stopped')
  })

  it('in a plan that is put to the person, and edited', async () => {
    await press('Control+3')
    await button('允许一次').click()
    await press('Control+1')
    await button('新对话').click()
    await say('请做计划。')
    await button('编辑').click()
    await isChinese('a plan that is edited')
  })

  it('on every page of the agents', async () => {
    await press('Control+3')
    await button(/^团队/).click()
    await button('新建团队').click()
    await person.page.getByRole('textbox', { name: '名称' }).fill('潮汐')
    await press('Enter')
    await button('添加卡片').click()
    await isChinese('a board with the form of a card')
    await button('新建智能体').click()
    await isChinese('a new agent')
    await visitEach('list', '概览')
    await visitEach('list', '定义')
  })

  it('in every section of the settings', async () => {
    await press('Control+6')
    await visitEach('navigation', '设置分类')
  })

  it('in workflows, memory and the vault', async () => {
    for (const digit of ['2', '4', '5']) {
      await press(`Control+${digit}`)
      await person.page.locator('main [data-pane]').first().waitFor()
      await isChinese(`Control+${digit}`)
    }
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textIn } from '../../messages/TextProvider.tsx'
import { workflowAbout } from './workflow-about.ts'

const saved = (source: 'bundled' | 'project', name = 'survey-project') => ({
  name,
  source,
  description: 'As the script says it.',
})

it('describes a bundled workflow in the language of the window', () => {
  expect(workflowAbout(saved('bundled'), textIn('zh-CN'))).toBe(
    '找出项目的各个部分，逐一查看，并写出一份供新成员入门的报告。',
  )
})

it('describes any other workflow as its script does, also one of the same name', () => {
  expect(workflowAbout(saved('project'), textIn('zh-CN'))).toBe('As the script says it.')
  expect(workflowAbout(saved('bundled', 'newcomer'), textIn('zh-CN'))).toBe('As the script says it.')
})

it('has the words of every bundled script', () => {
  for (const file of readdirSync('resources/workflows').filter((name) => name.endsWith('.js'))) {
    const script = readFileSync(`resources/workflows/${file}`, 'utf8')
    const about = workflowAbout(saved('bundled', file.replace(/\.js$/, '')), textIn('en'))
    expect(script).toContain(`description: '${about}'`)
  }
})

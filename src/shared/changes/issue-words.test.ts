import { expect, it } from 'vitest'
import { issueWords } from './issue-words.ts'
import { pullWords } from './pull-words.ts'

it.each([
  ['', '', [], []],
  ['The tide is late', 'The tide is late', [], []],
  ['Late --label bug --assignee=mei', 'Late', ['bug'], ['mei']],
  [
    '--label "good first issue" Late --label bug,tide --label bug',
    'Late',
    ['good first issue', 'bug', 'tide'],
    [],
  ],
])('reads the issue %j', (typed, title, labels, assignees) => {
  expect(issueWords(typed)).toEqual({ title, labels, assignees })
})

it.each([
  ['!7', 7, null],
  ['sea/tide/tables!7', 7, 'sea/tide/tables'],
])('reads the merge request %s', (typed, number, repository) => {
  expect(pullWords(typed)).toEqual({ kind: 'pull', number, repository })
})

import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { createRunFormsStore, NOTHING_TYPED } from './run-forms-store.ts'

const PROJECT = ProjectId.parse('prj_00000001')

it('keeps what was typed beside what was typed before, until it is forgotten', () => {
  const forms = createRunFormsStore()
  forms.type('audit', { json: '{}' })
  forms.type('audit', { values: { against: 'main' } })
  forms.type('other', { reuseEdits: true })
  expect(forms.store.getState().runs['audit']).toEqual({
    ...NOTHING_TYPED,
    json: '{}',
    values: { against: 'main' },
  })
  forms.forget('audit')
  expect(forms.store.getState().runs).toEqual({ other: { ...NOTHING_TYPED, reuseEdits: true } })
})

it('takes what was typed along to a copy, unless something was typed there', () => {
  const forms = createRunFormsStore()
  forms.type('audit', { json: '1' })
  forms.copy('audit', 'copy')
  forms.type('audit', { json: '2' })
  forms.copy('audit', 'copy')
  forms.copy('nothing', 'nowhere')
  expect(forms.store.getState().runs).toEqual({
    audit: { ...NOTHING_TYPED, json: '2' },
    copy: { ...NOTHING_TYPED, json: '1' },
  })
})

it('keeps the prompt of each agent until it is forgotten', () => {
  const forms = createRunFormsStore()
  forms.typePrompt('one', { text: 'Look again', reuseEdits: false })
  forms.typePrompt('two', { text: 'Look twice', reuseEdits: true })
  forms.forgetPrompt('one')
  expect(forms.store.getState().prompts).toEqual({ two: { text: 'Look twice', reuseEdits: true } })
})

it('knows where the person is in each project', () => {
  const forms = createRunFormsStore()
  forms.go(PROJECT, { at: 'compare' }, 2)
  expect(forms.store.getState().places).toEqual({ [PROJECT]: { place: { at: 'compare' }, summons: 2 } })
})

import { expect, it } from 'vitest'
import { joinChoices, sectionOf } from './server-choices.ts'

it('joins what the project tells a server with what the person tells it, which wins', () => {
  const project = {
    initializationOptions: { hostInfo: 'project', tsserver: { logVerbosity: 'off' } },
    settings: { 'python.analysis.typeCheckingMode': 'basic', python: { venv: '.venv', paths: ['a'] } },
  }
  const own = {
    initializationOptions: { tsserver: { logVerbosity: 'verbose' } },
    settings: { python: { analysis: { typeCheckingMode: 'strict' }, paths: ['b'] } },
  }
  expect(joinChoices(project, own)).toEqual({
    initializationOptions: { hostInfo: 'project', tsserver: { logVerbosity: 'verbose' } },
    settings: { python: { analysis: { typeCheckingMode: 'strict' }, venv: '.venv', paths: ['b'] } },
  })
  expect(joinChoices({}, {})).toEqual({})
})

it('finds the settings of a section, and nothing of what every object has', () => {
  const settings = { python: { analysis: { mode: 'strict' } } }
  expect(sectionOf(settings, 'python.analysis')).toEqual({ mode: 'strict' })
  expect(sectionOf(settings, null)).toEqual(settings)
  expect(sectionOf(settings, '')).toEqual(settings)
  expect([sectionOf(settings, 'yaml'), sectionOf(settings, 'python.analysis.mode.length')]).toEqual([
    null,
    null,
  ])
  expect([sectionOf(settings, 'constructor'), sectionOf(settings, '__proto__')]).toEqual([null, null])
})

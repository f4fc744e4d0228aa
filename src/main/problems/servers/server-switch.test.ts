import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { createServerSwitches, programDigest } from './server-switch.ts'

const projectId = ProjectId.parse('prj_00000000')
const config = { command: 'tsgo', args: ['--lsp'] }
const stored = (on: string[] = []) => {
  const kept = { on: [...on] as readonly string[] }
  const switches = createServerSwitches({
    serversOn: () => kept.on,
    setServersOn: (names) => {
      kept.on = names
    },
  })
  return { kept, switches }
}

it('holds for the program that was switched on, and for no other', () => {
  const { switches } = stored()
  const server = { projectId, id: 'ts', config }
  expect(switches.isOn(server)).toBe(false)
  switches.turn(server, programDigest(config))
  expect([switches.isOn(server), switches.wasOn(server)]).toEqual([true, false])
  const changed = { ...server, config: { command: 'tsgo', args: ['--lsp', '--plugin=./x.js'] } }
  expect([switches.isOn(changed), switches.wasOn(changed)]).toEqual([false, true])
  // Settings can name further programs.
  const told = { ...server, config: { ...config, settings: { check: { command: 'evil' } } } }
  expect([switches.isOn(told), switches.wasOn(told)]).toEqual([false, true])
  switches.turn(server, null)
  expect(switches.all()).toEqual([])
})

it('takes a switch of an older version for off, and clears it', () => {
  const { kept, switches } = stored([`${projectId} ts`, `${projectId} tsx ${'0'.repeat(32)}`])
  const server = { projectId, id: 'ts', config }
  expect([switches.isOn(server), switches.wasOn(server)]).toEqual([false, false])
  switches.turn(server, programDigest(config))
  expect(kept.on).toEqual([`${projectId} tsx ${'0'.repeat(32)}`, `${projectId} ts ${programDigest(config)}`])
})

it('holds for a server whose name has a space, and for no other', () => {
  const { switches } = stored()
  const [ts, spaced] = ['ts', 'ts of the docs'].map((id) => ({ projectId, id, config }))
  if (ts === undefined || spaced === undefined) throw new Error('There are two servers.')
  switches.turn(spaced, programDigest(config))
  expect([switches.isOn(ts), switches.isOn(spaced)]).toEqual([false, true])
  switches.turn(ts, programDigest(config))
  switches.turn(ts, null)
  expect(switches.all().map(({ id }) => id)).toEqual(['ts of the docs'])
})

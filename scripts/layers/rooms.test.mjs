import { expect, it } from 'vitest'
import { roomsWithoutRule } from './rooms.mjs'

const config = {
  forbidden: [
    { name: 'no-cycles', from: {} },
    { name: 'main', from: { path: '^src/main/' } },
    { name: 'core', from: { path: '^src/main/(runs|context)/' } },
    { name: 'features', from: { path: '^src/renderer/features/([^/]+)/' } },
  ],
}

it('finds rooms that no rule names; a rule about all of main names none of its rooms', () => {
  expect(roomsWithoutRule(['src/main', 'src/main/runs', 'src/main/tools', 'src/shared'], config)).toEqual([
    'src/main/tools',
    'src/shared',
  ])
})

it('lets one rule stand for every feature', () => {
  expect(roomsWithoutRule(['src/renderer/features/chat', 'src/renderer/ui'], config)).toEqual([
    'src/renderer/ui',
  ])
})

import { expect, it } from 'vitest'
import { type Launch, NO_LAUNCH } from './launch.ts'
import { type LinkHost, receiveLinks } from './links.ts'

function open() {
  let hand: Parameters<LinkHost['onOpenUrl']>[0] = () => {}
  let prevented = 0
  const links = receiveLinks({
    onOpenUrl: (listener) => {
      hand = listener
    },
  })
  const shown: Launch[] = []
  return {
    links,
    shown,
    show: (launch: Launch) => void shown.push(launch),
    hand: (url: string) => hand({ preventDefault: () => (prevented += 1) }, url),
    prevented: () => prevented,
  }
}

it('keeps the link that started the app until there is a window', () => {
  const { links, shown, show, hand, prevented } = open()
  hand('orrery://chat/ses_1')
  expect(shown).toEqual([])
  links.connect(show)
  hand('orrery://project/prj_1')
  expect(shown).toEqual([
    { ...NO_LAUNCH, session: 'ses_1' },
    { ...NO_LAUNCH, knownProject: 'prj_1' },
  ])
  expect(prevented()).toBe(2)
})

it.each([
  'orrery://chat/ses_1?send=rm',
  'orrery://project/..%2F..%2Fetc',
  'orrery://run-command/x',
  'orrery://chat/--set=mode=bypass',
  'orrery:chat/ses_1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  `orrery://chat/${'a'.repeat(100_000)}`,
  '',
])('asks for nothing by %s', (url) => {
  const { links, shown, show, hand } = open()
  links.connect(show)
  hand(url)
  expect(shown.map(({ set, project, workflowRun }) => ({ set, project, workflowRun }))).toEqual([
    { set: [], project: null, workflowRun: null },
  ])
})

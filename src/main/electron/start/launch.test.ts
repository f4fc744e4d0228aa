import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NO_LAUNCH, packLaunch, parseLaunch, unpackLaunch } from './launch.ts'

const cwd = resolve('/somewhere')

describe('parseLaunch', () => {
  it.each([
    ['nothing', [], { project: null, workflowRun: null }],
    ['two words', ['--project', 'work'], { project: join(cwd, 'work'), workflowRun: null }],
    ['one word', ['--project=work'], { project: join(cwd, 'work'), workflowRun: null }],
    [
      'an absolute path',
      ['--project', resolve('/a b/项目')],
      { project: resolve('/a b/项目'), workflowRun: null },
    ],
    ['a run', ['--workflow-run', 'wfr_1'], { project: null, workflowRun: 'wfr_1' }],
    [
      'switches of Chromium around it',
      ['--no-sandbox', '/the/app', '--project', '.', '--disable-gpu', '--workflow-run=w'],
      { project: cwd, workflowRun: 'w' },
    ],
    ['a chat', ['--session', 'A table of the tide'], { session: 'A table of the tide' }],
    ['a link to a chat', ['orrery://chat/ses_1'], { session: 'ses_1' }],
    ['a link to a run', ['--', 'orrery://run/wfr_1/'], { workflowRun: 'wfr_1' }],
    ['a link to a project', ['orrery://project/prj_1'], { knownProject: 'prj_1' }],
    ['a link to a folder', ['orrery://project/%2Fetc'], {}],
    ['a link that would act', ['orrery://chat/ses_1?send=rm'], {}],
    ['a link of another kind', ['orrery://run-command/x'], {}],
    ['nothing beside a link', ['--project', 'work', 'orrery://chat/ses_1'], { session: 'ses_1' }],
    ['a forgotten path', ['--project'], { project: null, workflowRun: null }],
    [
      'an option where the path should be',
      ['--project', '--disable-gpu'],
      { project: null, workflowRun: null },
    ],
    ['an empty path', ['--project='], { project: null, workflowRun: null }],
    [
      'the last of several',
      ['--project', 'a', '--project', 'b'],
      { project: join(cwd, 'b'), workflowRun: null },
    ],
  ])('reads %s', (_what, argv, expected) => {
    expect(parseLaunch(argv, cwd)).toEqual({ ...NO_LAUNCH, ...expected })
  })
})

describe('packLaunch', () => {
  it('carries any path from a second instance to the first, in plain letters', () => {
    const launch = parseLaunch(['--project', resolve('/orrery 故事/C:/100% & more')], cwd)
    const packed = structuredClone(packLaunch(launch))
    expect(packed.launch).toMatch(/^[\x21-\x7e]+$/)
    expect(unpackLaunch(packed)).toEqual(launch)
  })

  it.each([null, {}, 'x', { launch: 7 }, { launch: '%' }, { launch: '{"project":1}' }])(
    'asks for nothing when %o arrives',
    (sent) => {
      expect(unpackLaunch(sent)).toEqual(NO_LAUNCH)
    },
  )
})

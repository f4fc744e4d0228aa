import type { InstructionsView } from '#shared/context/instructions-view.ts'

/** What the sample chat's model was told; `differs`: one of its files was changed since. */
export function sampleInstructions(now: number, differs: boolean): InstructionsView {
  const text = 'Money is kept in whole cents.\n\nRun pnpm vitest before you say that something works.'
  return {
    takenAt: now - 3 * 3_600_000,
    files: [
      {
        path: '/home/lin/code/ledger/AGENTS.md',
        scope: 'project',
        text,
        truncated: false,
        state: differs ? 'changed' : 'same',
        diff: differs
          ? {
              path: '/home/lin/code/ledger/AGENTS.md',
              added: 1,
              removed: 1,
              cut: false,
              hunks: [
                {
                  oldStart: 1,
                  newStart: 1,
                  lines: ['-Money is kept in whole cents.', '+Money is kept in tenths of a cent.', ' '],
                },
              ],
            }
          : null,
      },
      {
        path: '/home/lin/.orrery/AGENTS.md',
        scope: 'global_user',
        text: 'Answer in short sentences.',
        truncated: true,
        state: 'same',
        diff: null,
      },
    ].reverse() as InstructionsView['files'],
    sections: [
      { kind: 'baseline', text: 'You are an agent in Orrery. '.repeat(80) },
      { kind: 'workspace', text: '# Project\nFolder: /home/lin/code/ledger' },
      { kind: 'environment', text: '# Environment\nSystem: Linux (linux)' },
      { kind: 'time', text: '# Time\nThe session started on Sunday.' },
      { kind: 'skills', text: '# Skills that can be loaded when they fit the task\n- orchestrate' },
    ],
    memoryDiffers: false,
    skillsDiffer: false,
    changed: differs ? 1 : 0,
    problems: differs ? ['/home/lin/code/AGENTS.md is not UTF-8 text and was not read.'] : [],
  }
}

/**
 * Eight stories that together use the main job: first start, vault, project, chat, undo, restart, workflow, palette.
 * Parts of the names of the files in `test/e2e`.
 */
export const SMOKE_STORIES = [
  'first-day.e2e',
  'vault.e2e',
  'projects.e2e',
  'practice.e2e',
  'undo.e2e',
  'e2e/crash.e2e',
  'e2e/workflow.e2e',
  'palette.e2e',
]

import { EDIT_TASKS } from './edit-tasks.ts'
import { FLOW_TASKS } from './flow-tasks.ts'
import { LACKING_TASKS } from './lacking-tasks.ts'
import type { Task } from './task.ts'

/** All tasks: twelve that are mostly edits, thirteen in which something happens around the model, and three in which something is missing. */
export const TASKS: readonly Task[] = [...EDIT_TASKS, ...FLOW_TASKS, ...LACKING_TASKS]

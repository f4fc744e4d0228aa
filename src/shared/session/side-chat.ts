import { z } from 'zod'
import { ProjectId, SessionId } from '../ids.ts'

/** A chat of the list, as a window remembers or drags it. */
export const SideChat = z.strictObject({ id: SessionId, projectId: ProjectId.nullable() })
export type SideChat = z.infer<typeof SideChat>

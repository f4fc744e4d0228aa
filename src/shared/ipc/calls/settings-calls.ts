import { z } from 'zod'
import type { SettingsInForce } from '../../config/settings-in-force.ts'
import { ProjectId, SessionId } from '../../ids.ts'
import { call } from '../call.ts'

export const SETTINGS_CALLS = {
  /**
   * The settings that apply in a project with the layer of each value, or with null outside of every one. With a chat
   * also what holds in it alone.
   */
  'settings.inForce': call<SettingsInForce>()(() =>
    z.strictObject({ projectId: ProjectId.nullable(), sessionId: z.exactOptional(SessionId) }),
  ),
} as const

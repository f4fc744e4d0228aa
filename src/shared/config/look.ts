import { z } from 'zod'

/**
 * Appearance settings. Kept apart from other settings, because the first window needs them before any code
 * loads.
 */
export const Theme = z.enum(['system', 'dark', 'light'])
export type Theme = z.infer<typeof Theme>
export const LocaleChoice = z.enum(['system', 'en', 'zh-CN'])
export type LocaleChoice = z.infer<typeof LocaleChoice>

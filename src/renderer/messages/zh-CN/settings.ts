import type { settings as en } from '../en/settings.ts'
import { translationOf } from '../message.ts'

export const settings = translationOf<typeof en>()({})

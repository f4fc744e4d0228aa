import type { chat as en } from '../en/chat.ts'
import { translationOf } from '../message.ts'

export const chat = translationOf<typeof en>()({})

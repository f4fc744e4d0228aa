/** The vault's name for the sign-in with ChatGPT. Its tokens are no key that anything else could use. */
export const CHATGPT_SECRET = 'chatgpt-sign-in'

/** The vault's name for what this installation is registered as. It stays when the person signs out. */
export const CHATGPT_REGISTRATION = 'chatgpt-registration'

/** The key reference of models that are paid by a ChatGPT plan. */
export const CHATGPT_KEY_REF = `vault:${CHATGPT_SECRET}`

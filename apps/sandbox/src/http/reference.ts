/** The API reference as a browser gets it. */
export interface Reference {
  /** HTML, with {@link noncePlaceholder} where each answer has its own nonce. */
  page: string
  script: string
}

export const noncePlaceholder = '__csp_nonce__'

/** Seals secrets before they are stored, and opens them again (DESIGN 6). */
export interface SecretBox {
  seal(plain: string): string
  open(sealed: string): string
}

import htm from 'htm'
import { h } from 'preact'

/**
 * Markup as a tagged template. Every value in it becomes text or a property, never markup: what a guest, a receiver or
 * an OTA wrote cannot become part of the page.
 */
export const html = htm.bind(h)

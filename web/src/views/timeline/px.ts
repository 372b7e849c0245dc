/** A length in pixels, as styles take it. */
export const px = (length: number): string => `${Math.round(length * 10) / 10}px`;

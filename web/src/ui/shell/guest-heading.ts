import { createContext } from 'react';

/**
 * The level of a card's heading: the page's own, unless what stands around the card has a heading
 * above it. A page has one h1.
 */
export const GuestHeading = createContext<'h1' | 'h2'>('h1');

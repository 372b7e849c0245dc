-- A name is found in a text whichever way its letters are written. What was counted before that was
-- known is counted anew: all documents are told of all names.

UPDATE lore_book
   SET spread_after = ''
 WHERE entries > 0;

const e={conflict:"Somebody changed this in the meantime. Your text is still here; save again to replace theirs.",theirs:"Written by somebody else in the meantime",empty:"(empty)"};export{e as f};

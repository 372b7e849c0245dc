import{A as f,a4 as e}from"./index-8Ntrqoxe.js";function t(...o){f(()=>{const r=e.peek();return e.subscribe(i=>{if(i!==r)for(const n of o)n.reload()})},o)}export{t as u};

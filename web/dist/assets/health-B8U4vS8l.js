import{X as a}from"./index-BbOo3T_K.js";const h={ready:e=>a("GET /health/ready",{},e),live:e=>a("GET /health/live",{},e),metrics:e=>a("GET /metrics",{},e)};export{h};

import{a2 as o}from"./index-B_o_ExX8.js";const s={ofBook:(s,a)=>o("POST /api/projects/{project_id}/analyses",{path:{project_id:s},body:void 0===a?{}:{checks:a}},{isLong:!0})};export{s as a};
